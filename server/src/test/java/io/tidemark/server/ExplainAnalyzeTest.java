package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** EXPLAIN ANALYZE and EXPLAIN WHY, where what they say hangs on the clock or on a great number of rows. */
class ExplainAnalyzeTest {

    private static final Pattern SIZES = Pattern.compile(" ([0-9.]+) MiB +~([0-9.]+) MiB");

    @TempDir
    Path directory;

    /** The rows of a report, with times and sizes, which vary, left out. */
    private static List<String> steady(List<String> report) {
        return report.stream()
                .map(line ->
                        line.replaceAll("[0-9,]+\\.[0-9]+( (KiB|ms|%))?", "_").replaceAll(" +", " "))
                .filter(line -> !line.startsWith("time of"))
                .toList();
    }

    @Test
    void aRunningQueryShowsWhatEachNodeHasCost() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE STREAM s (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)");
            server.execute("CREATE MATERIALIZED VIEW v AS SELECT window_end, COUNT(*) AS n"
                    + " FROM TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_end");
            server.execute(
                    "INSERT INTO s VALUES ('a', TIMESTAMP '2024-01-01 00:00:10'), ('b', TIMESTAMP '2024-01-01 00:01:10'),"
                            + " ('c', TIMESTAMP '2024-01-01 00:00:50')");
            server.execute("FLUSH");
            assertThat(steady(server.rows("EXPLAIN ANALYZE v")))
                    .containsSubsequence(
                            "node rows in rows out ns/row state rows state estimate changed watermark",
                            "Aggregate by window_end: n = COUNT(*) 3 2 _ 1 _ ~56 bytes 2 2024-01-01 00:01:10",
                            "└ Calc window_end 3 3 _",
                            " └ Window TUMBLE of 1 minute over ts 3 3 _",
                            " └ Watermark W = max(ts) 3 3 _ 2024-01-01 00:01:10",
                            " └ Scan stream s (ts) 3 _",
                            "source s: 3 read = 2 accepted + 1 late + 0 bad + 0 filtered",
                            "watermark of s, partition 0: 2024-01-01 00:01:10, holds the query back",
                            "rows delivered: 2, in 2 epochs");
        }
    }

    @Test
    void aSelectIsRunAndMeasured() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE STREAM s (k STRING, n INT)");
            server.execute("INSERT INTO s VALUES ('a', 1), ('a', 2), ('b', 3), ('c', 30)");
            assertThat(steady(server.rows("EXPLAIN ANALYZE SELECT k, COUNT(*) FROM s WHERE n < 10 GROUP BY k")))
                    .containsSubsequence(
                            "Aggregate by k: COUNT(*) 3 2 _ 2 _ ~144 bytes",
                            "└ Calc k where n < 10 4 3 _",
                            " └ Scan stream s (k, n) 4 _",
                            "source s: 4 read = 4 accepted + 0 late + 0 bad + 0 filtered",
                            "rows in the result: 2, after _");
            assertThatThrownBy(() -> server.rows("EXPLAIN ANALYZE SELECT STREAM k FROM s"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("EXPLAIN ANALYZE takes a SELECT that ends");
            assertThatThrownBy(() -> server.rows("EXPLAIN ANALYZE nothing"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("no query \"nothing\"");
        }
    }

    @Test
    void theEstimateOfStateIsNearWhatIsMeasured() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE STREAM made (k BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '200000',"
                    + " 'fields.k.kind' = 'sequence', 'fields.k.start' = '1')");
            List<String> queries = List.of(
                    "SELECT k, COUNT(*), MAX(k) FROM made GROUP BY k",
                    "SELECT CAST(k + 1000000000000000 AS STRING), COUNT(*) FROM made GROUP BY 1",
                    "SELECT COUNT(DISTINCT k) FROM made");
            for (String query : queries) {
                String line = server.rows("EXPLAIN ANALYZE " + query).stream()
                        .filter(row -> SIZES.matcher(row).find())
                        .findFirst()
                        .orElseThrow();
                var sizes = SIZES.matcher(line);
                assertThat(sizes.find()).isTrue();
                double ratio = Double.parseDouble(sizes.group(1)) / Double.parseDouble(sizes.group(2));
                assertThat(ratio).as(query + ": " + line).isBetween(0.5, 2.0);
            }
        }
    }

    @Test
    void aChangeOfOneRowOfATableVisitsTheRowsThatMatchItAndNoOthers() throws SQLException {
        int products = 1_000;
        int salesOfEach = 50;
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE TABLE products (id BIGINT PRIMARY KEY, kind STRING)");
            server.execute("INSERT INTO products VALUES "
                    + LongStream.range(0, products)
                            .mapToObj(id -> "(" + id + ", 'kind " + id % 7 + "')")
                            .collect(Collectors.joining(", ")));
            server.execute("CREATE STREAM sales (n BIGINT, product AS MOD(n, " + products + "))"
                    + " WITH ('connector' = 'datagen', 'number-of-rows' = '" + products * salesOfEach
                    + "', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0')");
            server.execute("CREATE MATERIALIZED VIEW by_kind AS SELECT p.kind, COUNT(*) AS sold FROM sales AS s"
                    + " JOIN products AS p ON s.product = p.id GROUP BY p.kind");
            server.execute("FLUSH");
            long before = visited(server);
            server.execute("UPDATE products SET kind = 'other' WHERE id = 77");
            server.execute("FLUSH");
            assertThat(server.rows("SELECT sold FROM by_kind WHERE kind = 'other'"))
                    .containsExactly("" + salesOfEach);
            assertThat(visited(server) - before)
                    .as("the sales of one product, once for the row that goes and once for the one that comes")
                    .isEqualTo(2L * salesOfEach);
        }
    }

    /** The rows that the join of the view has looked at. */
    private static long visited(ServerFixture server) throws SQLException {
        List<String> report = server.rows("EXPLAIN ANALYZE by_kind");
        int end = report.get(0).indexOf("visited") + "visited".length();
        String line = report.stream()
                .filter(row -> row.toLowerCase(Locale.ROOT).contains("join"))
                .findFirst()
                .orElseThrow()
                .substring(0, end);
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1).replace(",", ""));
    }

    @Test
    void windowsThatWaitForASilentSourceAreToldOfTheHeartbeat() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE STREAM s (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)"
                    + " WITH ('scan.watermark.idle-timeout' = '1 ms')");
            server.execute("CREATE MATERIALIZED VIEW v AS SELECT window_end, COUNT(*) AS n"
                    + " FROM TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_end EMIT APPEND");
            server.execute("INSERT INTO s VALUES ('a', TIMESTAMP '2024-01-01 00:00:10')");
            server.execute("FLUSH");
            assertThat(server.rows("EXPLAIN WHY v"))
                    .anySatisfy(line -> assertThat(line)
                            .contains("no row of \"s\" has come for less than 1 second")
                            .contains("'scan.watermark.heartbeat' on it lets the watermark follow the clock")
                            .contains("ADVANCE WATERMARK FOR s TO TIMESTAMP '2024-01-01 00:01:00'"));
            assertThat(server.rows("SELECT note FROM sys.watermarks"))
                    .singleElement()
                    .asString()
                    .contains("scan.watermark.heartbeat");
            server.execute("ADVANCE WATERMARK FOR s TO TIMESTAMP '2024-01-01 00:01:00'");
            assertThat(server.rows("EXPLAIN WHY v")).containsExactly("it has emitted 1 row; nothing holds it back");
            assertThat(server.rows("SELECT note FROM sys.watermarks")).containsExactly("NULL");
        }
    }

    @Test
    void aQueryThatWaitsForItsTriggerSaysSo() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory, Map.of())) {
            server.execute("CREATE STREAM s (k STRING)");
            server.execute("CREATE MATERIALIZED VIEW v AS SELECT k FROM s EMIT EVERY INTERVAL '1' HOUR");
            assertThat(server.rows("EXPLAIN WHY v"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("it waits for its trigger: an epoch begins every 1 hour, and ")
                            .endsWith("FLUSH v does not wait for it"));
        }
    }
}
