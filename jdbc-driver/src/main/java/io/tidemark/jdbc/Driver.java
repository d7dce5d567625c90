package io.tidemark.jdbc;

import io.tidemark.jdbc.embedded.EmbeddedServers;
import io.tidemark.jdbc.error.EncryptionFailures;
import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.metadata.BuildVersion;
import io.tidemark.jdbc.tls.TlsOptions;
import io.tidemark.jdbc.wire.EmbeddedTransport;
import io.tidemark.jdbc.wire.HttpTransport;
import io.tidemark.jdbc.wire.Transport;
import java.io.IOException;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.DriverVersion;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver of Tidemark: {@code jdbc:tidemark://host:port[/schema][;property=value…]}, or in this process {@code
 * jdbc:tidemark:embedded:directory[;property=value…]}.
 *
 * <p><b>Errors</b>: 08001 if the server cannot be reached, 28000 if it refuses user or password, 08004 if what answers is not
 * a Tidemark server; any error of the server with its own code, SQLSTATE and message.
 */
public final class Driver extends UnregisteredDriver {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    static {
        new Driver().register();
    }

    private final EmbeddedServers embedded = new EmbeddedServers();
    private final Map<Optional<TlsOptions>, HttpClient> clients = new HashMap<>();

    /** Makes a driver; {@link DriverManager} finds the registered one by itself. */
    public Driver() {}

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        ConnectUrl target = ConnectUrl.parse(url, info == null ? new Properties() : info);
        RemoteConnection connection =
                (RemoteConnection) factory.newConnection(this, factory, url, target.avaticaProperties());
        connection.open(target);
        return connection;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) throws SQLException {
        Properties given =
                ConnectUrl.parse(url, info == null ? new Properties() : info).properties();
        return ConnectProperty.describeAll(given);
    }

    @Override
    protected String getConnectStringPrefix() {
        return ConnectUrl.PREFIX;
    }

    @Override
    protected AvaticaFactory createFactory() {
        return new RemoteObjectFactory();
    }

    @Override
    protected DriverVersion createDriverVersion() {
        return BuildVersion.ofDriver().asDriverVersion();
    }

    @Override
    public Meta createMeta(AvaticaConnection connection) {
        org.apache.calcite.avatica.remote.Driver calls = new org.apache.calcite.avatica.remote.Driver();
        withdrawRelocated();
        return calls.createMeta(connection);
    }

    /**
     * Takes Avatica's own driver out of the {@link DriverManager} where it is a part of this one: its class registers itself when it is loaded, and
     * would take URLs that are meant for the Avatica of somebody else.
     */
    private static void withdrawRelocated() {
        Class<?> relocated = org.apache.calcite.avatica.remote.Driver.class;
        if (!relocated.getName().startsWith(Driver.class.getPackageName())) {
            return;
        }
        DriverManager.drivers().filter(driver -> driver.getClass() == relocated).forEach(driver -> {
            try {
                DriverManager.deregisterDriver(driver);
            } catch (SQLException e) {
                throw Failures.throwThrough(e);
            }
        });
    }

    /** The way to a server: to one in this process, or over HTTP. */
    Transport transport(ConnectUrl to, String url) throws SQLException {
        Optional<String> directory = to.embeddedDirectory();
        return directory.isPresent()
                ? new EmbeddedTransport(to.server(), embedded.open(directory.get(), to.serverSettings()))
                : new HttpTransport(http(to.tls()), url, to.authorization());
    }

    /** The HTTP client that all connections with the same options share; made with the first one, because it starts threads. */
    synchronized HttpClient http(Optional<TlsOptions> tls) throws SQLException {
        HttpClient client = clients.get(tls);
        if (client == null) {
            HttpClient.Builder builder =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_TIMEOUT);
            if (tls.isPresent()) {
                builder.sslContext(context(tls.get()));
            }
            client = builder.build();
            clients.put(tls, client);
        }
        return client;
    }

    private static SSLContext context(TlsOptions tls) throws SQLException {
        try {
            return tls.context();
        } catch (IOException | GeneralSecurityException e) {
            throw EncryptionFailures.noTrust(e);
        }
    }
}
