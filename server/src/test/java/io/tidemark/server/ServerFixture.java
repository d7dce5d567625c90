package io.tidemark.server;

import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server in this process on a free port, and ways to talk to it through its driver. */
public final class ServerFixture implements AutoCloseable {

    private final Path dataDirectory;
    private final Map<String, String> settings;
    private RunningServer server;

    public ServerFixture(Path dataDirectory) {
        this(dataDirectory, Map.of());
    }

    /** A server with settings that differ from the defaults. */
    public ServerFixture(Path dataDirectory, Map<String, String> settings) {
        this.dataDirectory = dataDirectory;
        this.settings = settings;
        this.server = start();
    }

    private RunningServer start() {
        return new RunningServer(ServerSettings.defaults()
                .with(settings)
                .with(Map.of("server.port", "0", "server.data-directory", dataDirectory.toString())));
    }

    public String url() {
        return server.url();
    }

    /** Stops the server in order and starts it again on the same data. */
    public void restart() {
        server.close();
        server = start();
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(server.url());
    }

    /** Connects as a user. */
    public Connection connect(String user, String password) throws SQLException {
        return DriverManager.getConnection(server.url(), user, password);
    }

    /** Runs a statement and returns its update count, or -1 if it gives rows. */
    public int execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? -1 : statement.getUpdateCount();
        }
    }

    /** The rows of a query, each as its values' text joined by {@code |}, NULL as {@code NULL}. */
    public List<String> rows(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows(rows);
        }
    }

    /** What is left of a result, as {@link #rows(String)} gives it. */
    public static List<String> rows(ResultSet rows) throws SQLException {
        List<String> found = new ArrayList<>();
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= columns; i++) {
                String value = rows.getString(i);
                row.append(i == 1 ? "" : "|").append(value == null ? "NULL" : value);
            }
            found.add(row.toString());
        }
        return found;
    }

    @Override
    public void close() {
        server.close();
    }
}
