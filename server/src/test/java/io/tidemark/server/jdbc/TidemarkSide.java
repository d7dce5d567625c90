package io.tidemark.server.jdbc;

import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The Tidemark driver on a Tidemark server. */
final class TidemarkSide implements Side {

    private final Path directory;
    private int port;
    private RunningServer server;

    TidemarkSide(Path directory) throws SQLException {
        this.directory = directory;
        this.server = run();
        this.port = server.address().getPort();
        execute("CREATE STREAM live (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '5')");
        execute("CREATE STREAM burst (n BIGINT)");
        execute("INSERT INTO burst SELECT n FROM UNNEST(" + numbers(100) + ") AS t (n)");
        execute("CREATE TABLE many (n BIGINT NOT NULL, name STRING, PRIMARY KEY (n))");
        execute("INSERT INTO many SELECT n, 'name' FROM UNNEST(" + numbers(250) + ") AS t (n)");
        execute("CREATE INDEX by_name ON many (name)");
        execute("CREATE STREAM later (n BIGINT)");
        execute("CREATE STREAM long_ (n BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '1000000000000')");
    }

    private static String numbers(int count) {
        StringBuilder text = new StringBuilder("ARRAY[CAST(1 AS BIGINT)");
        for (int i = 2; i <= count; i++) {
            text.append(", ").append(i);
        }
        return text.append(']').toString();
    }

    private RunningServer run() {
        return new RunningServer(ServerSettings.defaults()
                .with(Map.of(
                        "server.port",
                        Integer.toString(port),
                        "server.data-directory",
                        directory.toString(),
                        "server.connection-idle-timeout",
                        "1 s")));
    }

    int port() {
        return port;
    }

    @Override
    public Connection connect(Map<String, String> settings) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(settings);
        return DriverManager.getConnection("jdbc:tidemark://127.0.0.1:" + port, properties);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** There is no greatest wait to shorten. */
    @Override
    public Map<String, String> shortenedWait() {
        return Map.of();
    }

    @Override
    public String slowRows() {
        return "SELECT STREAM n FROM live";
    }

    @Override
    public String hundredRowsAndSilence() {
        return "SELECT STREAM n FROM burst";
    }

    @Override
    public String manyRows() {
        return "SELECT n FROM many ORDER BY n";
    }

    @Override
    public String longQuery() {
        return "SELECT COUNT(*) FROM long_";
    }

    @Override
    public String rowAfterAWhile() {
        CompletableFuture<Void> unused = CompletableFuture.runAsync(
                () -> {
                    try {
                        execute("INSERT INTO later VALUES (1)");
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                },
                CompletableFuture.delayedExecutor(LONG_ANSWER_MILLIS, TimeUnit.MILLISECONDS));
        return "SELECT STREAM n FROM later LIMIT 1";
    }

    @Override
    public void stop() {
        server.close();
    }

    @Override
    public void start() {
        server = run();
    }

    @Override
    public void close() {
        server.close();
    }
}
