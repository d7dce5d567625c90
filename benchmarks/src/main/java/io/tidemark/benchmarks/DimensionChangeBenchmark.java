package io.tidemark.benchmarks;

import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A table of 10,000 products joined to 5 million sales, of which single products are changed: how many rows of state the join looks at for a
 * change, as EXPLAIN ANALYZE counts them. Not a JMH benchmark: it has a main method, and fails if other rows than the product's sales are looked at.
 *
 * <p><b>Units</b>: rows, milliseconds.
 */
public final class DimensionChangeBenchmark {

    private static final int PRODUCTS = 10_000;
    private static final int SALES = 5_000_000;
    private static final int SALES_OF_EACH = SALES / PRODUCTS;
    private static final int CHANGES = 10;

    private DimensionChangeBenchmark() {}

    /** Runs it; prints a line for each change. */
    public static void main(String[] arguments) throws IOException, SQLException {
        Path directory = Files.createTempDirectory("dimension");
        try (RunningServer server = new RunningServer(ServerSettings.defaults()
                        .with(Map.of(
                                "server.port",
                                "0",
                                "server.data-directory",
                                directory.resolve("data").toString())));
                Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            run(statement);
        } finally {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static void run(Statement statement) throws SQLException {
        statement.execute("CREATE TABLE products (id BIGINT PRIMARY KEY, kind STRING)");
        statement.execute("INSERT INTO products VALUES "
                + LongStream.range(0, PRODUCTS)
                        .mapToObj(id -> "(" + id + ", 'kind " + id % 7 + "')")
                        .collect(Collectors.joining(", ")));
        statement.execute("CREATE STREAM sales (n BIGINT, product AS MOD(n, " + PRODUCTS + "))"
                + " WITH ('connector' = 'datagen', 'number-of-rows' = '" + SALES
                + "', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0')");
        long start = System.nanoTime();
        statement.execute("CREATE MATERIALIZED VIEW by_kind AS SELECT p.kind, COUNT(*) AS sold FROM sales AS s"
                + " JOIN products AS p ON s.product = p.id GROUP BY p.kind");
        statement.execute("FLUSH");
        long visited = visited(statement);
        print(
                "%,d sales joined to %,d products in %.1f s: %,d rows visited",
                SALES, PRODUCTS, since(start) / 1e3, visited);
        for (int change = 0; change < CHANGES; change++) {
            long begun = System.nanoTime();
            statement.execute("UPDATE products SET kind = 'changed " + change + "' WHERE id = " + change * 997);
            statement.execute("FLUSH");
            double millis = since(begun);
            long now = visited(statement);
            print(
                    "product %,5d changed and in the view after %.1f ms: %,d rows visited",
                    change * 997, millis, now - visited);
            if (now - visited != 2 * SALES_OF_EACH) {
                throw CodedException.internal("expected " + 2 * SALES_OF_EACH + " rows visited");
            }
            visited = now;
        }
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static long visited(Statement statement) throws SQLException {
        int end = 0;
        try (ResultSet report = statement.executeQuery("EXPLAIN ANALYZE by_kind")) {
            while (report.next()) {
                String line = report.getString(1);
                if (end == 0) {
                    end = line.indexOf("visited") + "visited".length();
                } else if (line.toLowerCase(Locale.ROOT).contains("join")) {
                    String start = line.substring(0, end);
                    return Long.parseLong(
                            start.substring(start.lastIndexOf(' ') + 1).replace(",", ""));
                }
            }
        }
        throw CodedException.internal("EXPLAIN ANALYZE shows no join");
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
