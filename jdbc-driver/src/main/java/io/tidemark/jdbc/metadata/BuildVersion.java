package io.tidemark.jdbc.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.apache.calcite.avatica.DriverVersion;

/** The driver's name and version, as the build has written it down. */
public final class BuildVersion {

    static final String PRODUCT = "Tidemark";

    private static final String DRIVER = "Tidemark JDBC driver";
    private static final String RESOURCE = "version.properties";

    private final String version;

    private BuildVersion(String version) {
        this.version = version;
    }

    /** The version of this driver. */
    public static BuildVersion ofDriver() {
        Properties properties = new Properties();
        try (InputStream stream = BuildVersion.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IOException("the driver's jar has no " + RESOURCE);
            }
            properties.load(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new BuildVersion(properties.getProperty("version"));
    }

    /** What Avatica knows of a driver; the server tells its own version itself. */
    public DriverVersion asDriverVersion() {
        return new DriverVersion(DRIVER, version, PRODUCT, version, false, part(0), part(1), part(0), part(1));
    }

    private int part(int position) {
        return Integer.parseInt(version.split("[.-]", -1)[position]);
    }
}
