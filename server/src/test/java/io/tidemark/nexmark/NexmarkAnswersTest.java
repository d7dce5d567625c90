package io.tidemark.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.DuckDb;
import io.tidemark.oracle.ResultRows;
import io.tidemark.server.ServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each query as a materialized view over 20 seconds of events, read in epochs of different sizes, holds what DuckDB answers: to the same text, or
 * to that of the same name in the test resources where DuckDB has other words for it.
 */
class NexmarkAnswersTest {

    private static final Path QUERIES =
            Path.of(System.getProperty("tidemark.rootDirectory"), "benchmarks", "queries", "nexmark");
    private static final Path DUCKDB_QUERIES = Path.of(
            System.getProperty("tidemark.rootDirectory"), "server", "src", "test", "resources", "nexmark", "duckdb");
    private static final String OPTIONS =
            "'number-of-events' = '5000', 'events-per-second' = '250', 'out-of-orderness' = '4 s'";
    private static final String WATERMARK = ", WATERMARK FOR dateTime AS dateTime - INTERVAL '4' SECOND";
    private static final Map<String, String> COLUMNS = Map.of(
            "person",
            "id BIGINT, name STRING, emailAddress STRING, creditCard STRING, city STRING, state STRING,"
                    + " dateTime TIMESTAMP(3), extra STRING",
            "auction",
            "id BIGINT, itemName STRING, description STRING, initialBid BIGINT, reserve BIGINT,"
                    + " dateTime TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra STRING",
            "bid",
            "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING, dateTime TIMESTAMP(3), extra STRING");

    /** What is compared of a query whose other values are not determined: the clock decides, or which of two equal prices comes first. */
    private static final Map<Integer, String> COMPARED = Map.of(
            12, "SELECT bidder, SUM(bid_count) AS bid_count FROM q12 GROUP BY bidder",
            19, "SELECT auction, price, rn FROM q19");

    private static final Set<Integer> ALL =
            Set.copyOf(IntStream.rangeClosed(0, 22).boxed().toList());

    @TempDir
    Path directory;

    private static String text(int query) throws IOException {
        return Files.readString(QUERIES.resolve("q" + query + ".sql"));
    }

    private static void createStreams(ServerFixture server) throws SQLException {
        for (Map.Entry<String, String> table : COLUMNS.entrySet()) {
            server.execute("CREATE STREAM " + table.getKey() + " (" + table.getValue() + WATERMARK
                    + ") WITH ('connector' = 'nexmark', 'table' = '" + table.getKey() + "', " + OPTIONS + ")");
        }
        server.execute("CREATE STREAM bid_arrivals (" + COLUMNS.get("bid")
                + ", p_time AS PROCTIME()) WITH ('connector' = 'nexmark', 'table' = 'bid', " + OPTIONS + ")");
        server.execute("CREATE TABLE side_input (id BIGINT NOT NULL, val STRING, PRIMARY KEY (id))");
        server.execute("INSERT INTO side_input VALUES " + sideInput());
    }

    private static String sideInput() {
        List<String> rows = new ArrayList<>();
        for (int id = 1000; id < 1200; id++) {
            rows.add("(" + id + ", 'value " + id + "')");
        }
        return String.join(", ", rows);
    }

    private static ResultRows rows(ServerFixture server, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.of(result);
        }
    }

    private static void fill(DuckDb duckdb, ServerFixture server) throws SQLException, IOException {
        for (Map.Entry<String, String> table : COLUMNS.entrySet()) {
            duckdb.execute("CREATE TABLE " + table.getKey() + " (" + table.getValue() + ")");
            duckdb.fill(
                    table.getKey(),
                    rows(server, "SELECT * FROM " + table.getKey()).rows());
        }
        duckdb.execute("CREATE TABLE side_input (id BIGINT, val STRING)");
        duckdb.execute("INSERT INTO side_input VALUES " + sideInput());
        duckdb.execute(
                "CREATE MACRO date_format(t, pattern) AS CASE pattern WHEN 'yyyy-MM-dd' THEN strftime(t, '%Y-%m-%d')"
                        + " WHEN 'HH:mm' THEN strftime(t, '%H:%M') ELSE error('pattern') END");
        duckdb.execute("CREATE MACRO split_index(s, delimiter, i) AS split_part(s, delimiter, i + 1)");
    }

    private static String duckDbText(int query) throws IOException {
        Path own = DUCKDB_QUERIES.resolve("q" + query + ".sql");
        return Files.exists(own) ? Files.readString(own) : text(query);
    }

    private void compare(Map<String, String> settings, String name) throws SQLException, IOException {
        try (ServerFixture server = new ServerFixture(directory.resolve(name), settings);
                DuckDb duckdb = new DuckDb()) {
            createStreams(server);
            for (int query : ALL) {
                server.execute("CREATE MATERIALIZED VIEW q" + query + " AS " + text(query));
            }
            server.execute("FLUSH");
            fill(duckdb, server);
            for (int query : ALL) {
                ResultRows found = rows(server, COMPARED.getOrDefault(query, "SELECT * FROM q" + query));
                assertThat(found.rows()).as("rows of q%s", query).isNotEmpty();
                assertThat(found.difference(duckdb.query(duckDbText(query))))
                        .as("q%s with %s", query, settings)
                        .isEmpty();
            }
            assertThat(rows(server, "SELECT query FROM sys.sources WHERE rows_late > 0 OR rows_bad > 0")
                            .rows())
                    .isEmpty();
        }
    }

    @Test
    void inOneEpoch() throws SQLException, IOException {
        compare(Map.of(), "whole");
    }

    @Test
    void inManyEpochsOnThreeWorkers() throws SQLException, IOException {
        compare(Map.of("epoch.max-rows", "997", "workers.count", "3"), "cut");
    }
}
