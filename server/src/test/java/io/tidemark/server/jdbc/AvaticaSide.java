package io.tidemark.server.jdbc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.calcite.avatica.jdbc.JdbcMeta;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Driver;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;

/** Avatica's own driver on Avatica's own server side over H2, both as they are. H2 gives the rows of a query one by one. */
final class AvaticaSide implements Side {

    private static final String DATABASE = "jdbc:h2:mem:avatica;DB_CLOSE_DELAY=-1;LAZY_QUERY_EXECUTION=1";
    private static final String PAUSE =
            "CREATE ALIAS IF NOT EXISTS PAUSE FOR '" + PausingFunction.class.getName() + ".pause'";

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "avatica");
        thread.setDaemon(true);
        return thread;
    });
    private final int port;
    private HttpServer http;

    AvaticaSide() throws SQLException {
        http = run(0);
        port = http.getAddress().getPort();
        try (Connection connection = DriverManager.getConnection(DATABASE)) {
            connection.createStatement().execute(PAUSE);
            connection
                    .createStatement()
                    .execute("CREATE TABLE IF NOT EXISTS MANY (N BIGINT PRIMARY KEY, NAME VARCHAR)");
        }
    }

    private HttpServer run(int onPort) throws SQLException {
        Properties settings = new Properties();
        settings.setProperty(JdbcMeta.StatementCacheSettings.EXPIRY_DURATION.key(), "1");
        settings.setProperty(JdbcMeta.StatementCacheSettings.EXPIRY_UNIT.key(), "SECONDS");
        LocalService service = new LocalService(new JdbcMeta(DATABASE, settings));
        ProtobufHandler handler =
                new ProtobufHandler(service, new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
        try {
            HttpServer started =
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), onPort), 100);
            service.setRpcMetadata(new Service.RpcMetadataResponse(
                    "127.0.0.1:" + started.getAddress().getPort()));
            started.setExecutor(threads);
            started.createContext("/", exchange -> answer(handler, exchange));
            started.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answer(ProtobufHandler handler, HttpExchange exchange) throws IOException {
        try (exchange) {
            HandlerResponse<byte[]> response =
                    handler.apply(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(response.getStatusCode(), response.getResponse().length);
            exchange.getResponseBody().write(response.getResponse());
        }
    }

    /** Avatica's driver on any server that speaks its protocol. */
    static Connection connect(int port, Map<String, String> settings) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(settings);
        return new Driver()
                .connect("jdbc:avatica:remote:url=http://127.0.0.1:" + port + ";serialization=PROTOBUF", properties);
    }

    @Override
    public Connection connect(Map<String, String> settings) throws SQLException {
        return connect(port, settings);
    }

    @Override
    public Map<String, String> shortenedWait() {
        return Map.of("http_response_timeout", Long.toString(LONG_ANSWER_MILLIS / 3));
    }

    @Override
    public String slowRows() {
        return "SELECT PAUSE(X, 200) FROM SYSTEM_RANGE(1, 1000000)";
    }

    @Override
    public String hundredRowsAndSilence() {
        return "SELECT PAUSE(X, CASE WHEN X > 100 THEN 60000 ELSE 0 END) FROM SYSTEM_RANGE(1, 1000000)";
    }

    @Override
    public String manyRows() {
        return "SELECT X FROM SYSTEM_RANGE(1, 250)";
    }

    @Override
    public String longQuery() {
        return "SELECT PAUSE(1, 60000)";
    }

    @Override
    public String rowAfterAWhile() {
        return "SELECT PAUSE(1, " + LONG_ANSWER_MILLIS + ")";
    }

    @Override
    public void stop() {
        http.stop(0);
    }

    @Override
    public void start() {
        try {
            http = run(port);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
