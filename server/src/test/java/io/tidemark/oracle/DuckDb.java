package io.tidemark.oracle;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/** DuckDB in this process, with an empty database. */
public final class DuckDb implements AutoCloseable {

    private final Connection connection;

    public DuckDb() throws SQLException {
        this.connection = DriverManager.getConnection("jdbc:duckdb:");
    }

    /** Runs a statement. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Answers a query. */
    public ResultRows query(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.of(result);
        }
    }

    /**
     * Fills a table, by way of a file.
     *
     * @param rows its rows, which hold no NULL
     */
    public void fill(String table, List<List<String>> rows) throws SQLException, IOException {
        Path file = Files.createTempFile(table, ".csv");
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (List<String> row : rows) {
                writer.write(row.stream()
                        .map(value -> "\"" + value.replace("\"", "\"\"") + "\"")
                        .collect(Collectors.joining(",", "", "\n")));
            }
        }
        execute("COPY " + table + " FROM '" + file + "' (FORMAT csv, HEADER false, NULL 'NULL')");
        Files.delete(file);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
