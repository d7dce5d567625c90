package io.tidemark.server.metadata;

import io.tidemark.planner.function.DialectFunction;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * The product as metadata names it.
 *
 * @param version the version of the build, such as {@code 0.1.0}
 */
public record ProductProperties(String version) {

    /** The product's name. */
    public static final String NAME = "Tidemark";

    private static final String RESOURCE = "version.properties";

    /** What the build has written down. */
    public static ProductProperties ofBuild() {
        Properties properties = new Properties();
        try (InputStream stream = ProductProperties.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw CodedException.internal("the build has no " + RESOURCE);
            }
            properties.load(stream);
        } catch (IOException e) {
            throw CodedException.externalIo("cannot read " + RESOURCE, e);
        }
        return new ProductProperties(properties.getProperty("version"));
    }

    /** The number before the first point. */
    public int major() {
        return part(0);
    }

    /** The number behind the first point. */
    public int minor() {
        return part(1);
    }

    private int part(int position) {
        return Integer.parseInt(version.split("[.-]", -1)[position]);
    }

    /** The names of the dialect's functions of a kind, separated by commas. */
    public static String functions(DialectFunction.Kind kind) {
        return FunctionMetadata.names(kind);
    }
}
