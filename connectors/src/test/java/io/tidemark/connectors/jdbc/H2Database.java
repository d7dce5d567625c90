package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** A database in a file, the connector {@code jdbc} to it, and H2's own driver beside it. */
final class H2Database {

    /** Its address. */
    final String url;

    H2Database(Path file) {
        this.url = "jdbc:h2:file:" + file;
    }

    /** Opens a sink into the table {@code totals}, with the primary key given by its columns. */
    EpochSink sink(String id, Schema schema, OutputMode mode, List<Integer> key, String... options) {
        JdbcConnector connector = new JdbcConnector();
        Map<String, String> all = new HashMap<>(Map.of("url", url, "table-name", "totals"));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        SinkSpec spec = new SinkSpec(
                id,
                "public.t",
                schema,
                key,
                mode,
                Options.validate("connector \"jdbc\"", connector.sinkOptions(), all),
                ZoneId.of("Europe/Berlin"));
        connector.validateSink(spec);
        return connector.openSink(spec);
    }

    /** A connection of H2's own driver. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /** Runs statements. */
    void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The rows of a query, values divided by {@code |}, with a point for NULL. */
    List<String> rows(String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            while (found.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
                    String value = found.getString(column);
                    row.add(value == null ? "." : value);
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
