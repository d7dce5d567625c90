package io.tidemark.server.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.ServerFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Aggregate functions of users, which have to give what the engine's own give. */
class AggregateFunctionTest {

    private static final String TOTAL = """
            package demo;
            import java.io.DataInput;
            import java.io.DataOutput;
            import java.io.IOException;
            public class Total implements io.tidemark.function.AggregateFunction<long[]> {
                @Override
                public long[] create() {
                    return new long[2];
                }
                public void add(long[] sums, long value) {
                    if (value == 13) {
                        throw new IllegalArgumentException("unlucky");
                    }
                    sums[0] += value;
                    sums[1]++;
                }
                public void retract(long[] sums, long value) {
                    sums[0] -= value;
                    sums[1]--;
                }
                public Long result(long[] sums) {
                    return sums[1] == 0 ? null : sums[0];
                }
                @Override
                public void merge(long[] into, long[] other) {
                    into[0] += other[0];
                    into[1] += other[1];
                }
                @Override
                public void write(long[] sums, DataOutput out) throws IOException {
                    out.writeLong(sums[0]);
                    out.writeLong(sums[1]);
                }
                @Override
                public long[] read(DataInput in) throws IOException {
                    return new long[] {in.readLong(), in.readLong()};
                }
            }
            """;
    private static final String LONGEST = """
            package demo;
            import java.io.DataInput;
            import java.io.DataOutput;
            import java.io.IOException;
            public class Longest implements io.tidemark.function.AggregateFunction<StringBuilder> {
                @Override
                public StringBuilder create() {
                    return new StringBuilder();
                }
                public void add(StringBuilder longest, String first, String second) {
                    merge(longest, new StringBuilder(first == null ? "" : first));
                    merge(longest, new StringBuilder(second == null ? "" : second));
                }
                public String result(StringBuilder longest) {
                    return longest.toString();
                }
                @Override
                public void merge(StringBuilder into, StringBuilder other) {
                    if (other.length() > into.length()) {
                        into.setLength(0);
                        into.append(other);
                    }
                }
                @Override
                public void write(StringBuilder longest, DataOutput out) throws IOException {
                    out.writeUTF(longest.toString());
                }
                @Override
                public StringBuilder read(DataInput in) throws IOException {
                    return new StringBuilder(in.readUTF());
                }
            }
            """;

    @TempDir
    Path directory;

    private ServerFixture server;

    @BeforeEach
    void start() throws IOException, SQLException {
        Path jar =
                FunctionJar.write(directory.resolve("demo.jar"), Map.of("demo.Total", TOTAL, "demo.Longest", LONGEST));
        server = new ServerFixture(directory.resolve("data"));
        server.execute("CREATE FUNCTION total AS 'demo.Total' USING JAR '" + jar + "'");
        server.execute("CREATE FUNCTION longest AS 'demo.Longest' USING JAR '" + jar + "'");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void anAggregateIsComputedForEachGroup() throws SQLException {
        String rows =
                "(VALUES ('a', 1, 'x'), ('a', 2, 'yyy'), ('b', 5, CAST(NULL AS VARCHAR)), ('b', CAST(NULL AS INT), 'z')) AS t(k, n, s)";
        assertThat(server.rows("SELECT k, total(n), SUM(n), longest(s, k) FROM " + rows + " GROUP BY k ORDER BY k"))
                .containsExactly("a|3|3|yyy", "b|5|5|b");
        assertThat(server.rows("SELECT total(n) FILTER (WHERE k = 'a'), longest(s, NULL) FROM " + rows))
                .containsExactly("3|yyy");
        assertThat(server.rows("SELECT k, total(n) FROM " + rows + " GROUP BY ROLLUP (k) ORDER BY k"))
                .containsExactly("a|3", "b|5", "NULL|8");
        assertThat(server.rows("SELECT total(n), longest(s, s) FROM " + rows + " WHERE k = 'c'"))
                .containsExactly("NULL|");
    }

    @Test
    void aViewIsKeptUpToDateWhileRowsChangeAndOverARestart() throws SQLException {
        server.execute("CREATE TABLE numbers (id INT NOT NULL, k INT, n BIGINT, PRIMARY KEY (id))");
        server.execute(
                "CREATE MATERIALIZED VIEW sums AS SELECT k, total(n) AS mine, SUM(n) AS own FROM numbers GROUP BY k");
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            values.append(i == 0 ? "" : ", ")
                    .append("(")
                    .append(i)
                    .append(", ")
                    .append(i % 50)
                    .append(", ")
                    .append(i + 100)
                    .append(")");
        }
        server.execute("INSERT INTO numbers VALUES " + values);
        server.execute("FLUSH sums");
        assertThat(server.rows("SELECT COUNT(*) FROM sums WHERE mine = own")).containsExactly("50");
        server.execute("UPDATE numbers SET n = n * 2 WHERE k < 10");
        server.execute("DELETE FROM numbers WHERE k = 7");
        server.execute("FLUSH sums");
        assertThat(server.rows("SELECT COUNT(*), COUNT(*) FILTER (WHERE mine = own) FROM sums"))
                .containsExactly("49|49");
        server.restart();
        server.execute("UPDATE numbers SET n = NULL, k = 3 WHERE id < 2000");
        server.execute("FLUSH sums");
        assertThat(server.rows("SELECT COUNT(*), COUNT(*) FILTER (WHERE mine = own) FROM sums"))
                .containsExactly("49|49");
    }

    @Test
    void windowsThatOverlapMergeWhatTheyShare() throws SQLException {
        server.execute("CREATE STREAM events (s VARCHAR, n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)");
        for (String window : new String[] {
            "TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '4' SECOND)",
            "HOP(TABLE events, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND)",
            "CUMULATE(TABLE events, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND)",
            "SESSION(TABLE events, DESCRIPTOR(ts), INTERVAL '2' SECOND)"
        }) {
            String name = window.substring(0, window.indexOf('('));
            server.execute(
                    "CREATE MATERIALIZED VIEW w_" + name + " AS SELECT window_start, window_end, total(n) AS mine,"
                            + " SUM(n) AS own, " + (name.equals("SESSION") ? "MAX(s)" : "longest(s, NULL)")
                            + " AS l, MAX(s) AS m FROM TABLE(" + window
                            + ") GROUP BY window_start, window_end");
        }
        for (int i = 0; i < 20; i++) {
            server.execute("INSERT INTO events VALUES ('" + "x".repeat(i) + "', " + (i == 13 ? 0 : i)
                    + ", TIMESTAMP '2026-01-01 00:00:" + (i < 10 ? "0" : "") + i + "')");
        }
        server.execute("FLUSH");
        for (String name : new String[] {"TUMBLE", "HOP", "CUMULATE", "SESSION"}) {
            assertThat(server.rows("SELECT COUNT(*) FROM w_" + name + " WHERE mine <> own OR l <> m"))
                    .as(name)
                    .containsExactly("0");
            assertThat(server.rows("SELECT COUNT(*) > 0 FROM w_" + name))
                    .as(name)
                    .containsExactly("true");
        }
    }

    @Test
    void rowsThatMayGoAwayNeedAMethodThatTakesThemOut() throws SQLException {
        server.execute("CREATE TABLE texts (a VARCHAR, b VARCHAR)");
        assertThatThrownBy(() -> server.execute("CREATE MATERIALIZED VIEW v AS\nSELECT longest(a, b) AS l FROM texts"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"))
                .hasMessageContaining("aggregate function \"longest\", which has no method \"retract\"")
                .hasMessageContaining("line 2, column 8")
                .hasMessageContaining("add the method to its class");
        server.execute("INSERT INTO texts VALUES ('ab', 'c')");
        assertThat(server.rows("SELECT longest(a, b) FROM texts")).containsExactly("ab");
        server.execute("CREATE STREAM words (a VARCHAR)");
        server.execute("CREATE MATERIALIZED VIEW v AS SELECT longest(a, a) AS l FROM words");
        server.execute("INSERT INTO words VALUES ('one'), ('three')");
        server.execute("FLUSH v");
        assertThat(server.rows("SELECT l FROM v")).containsExactly("three");
    }

    @Test
    void whatIsNotDoneIsRefusedWithItsPlace() {
        Map.of(
                        "SELECT total(DISTINCT n) FROM (VALUES (1)) AS t(n)",
                        "DISTINCT arguments is not supported at line 1, column 8",
                        "SELECT total(n) OVER (ORDER BY n) FROM (VALUES (1)) AS t(n)",
                        "\"total\" with OVER is not supported at line 1, column 8",
                        "SELECT m FROM (VALUES (1)) AS t(n) MATCH_RECOGNIZE (ORDER BY n MEASURES total(A.n) AS m PATTERN (A+)"
                                + " DEFINE A AS A.n > 0)",
                        "line 1, column",
                        "SELECT total('x') FROM (VALUES (1)) AS t(n)",
                        "line 1, column 8")
                .forEach((sql, message) -> assertThatThrownBy(() -> server.rows(sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining(message));
    }

    @Test
    void whatAnAggregateThrowsFailsTheQueryThatCallsIt() throws SQLException {
        assertThatThrownBy(() -> server.rows("SELECT total(n) FROM (VALUES (13)) AS t(n)"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22000"))
                .hasMessageContaining("aggregate function \"total\" fails: IllegalArgumentException: unlucky");
    }
}
