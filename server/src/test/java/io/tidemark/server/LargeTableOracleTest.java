package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A view over a table of 200,000 rows that are changed, deleted and added at random: after each FLUSH it holds what DuckDB answers to the same
 * query over the same rows. {@code -Dtidemark.seed=…} repeats a run.
 */
class LargeTableOracleTest {

    private static final int ROWS = 200_000;
    private static final int GROUPS = 150;
    private static final int ROUNDS = 4;
    private static final double TOLERANCE = 1e-9;
    private static final String COLUMNS = "id INT NOT NULL, g INT, v INT, x DOUBLE, s VARCHAR";
    private static final String QUERY =
            "SELECT g, COUNT(*), MIN(v), MAX(v), MIN(x), MAX(x), MIN(s), MAX(s), COUNT(DISTINCT v), COUNT(DISTINCT s),"
                    + " PERCENTILE_CONT(0.3) WITHIN GROUP (ORDER BY x), PERCENTILE_DISC(0.7) WITHIN GROUP (ORDER BY v),"
                    + " LISTAGG(s, ',') WITHIN GROUP (ORDER BY s) FROM t GROUP BY g";
    private static final String DUCKDB_QUERY =
            "SELECT g, COUNT(*), MIN(v), MAX(v), MIN(x), MAX(x), MIN(s), MAX(s), COUNT(DISTINCT v), COUNT(DISTINCT s),"
                    + " QUANTILE_CONT(x, 0.3), QUANTILE_DISC(v, 0.7), STRING_AGG(s, ',' ORDER BY s) FROM t GROUP BY g ORDER BY g";

    @TempDir
    Path directory;

    private int lastId = ROWS;

    @Test
    void aViewOfALargeTableHoldsWhatAnotherEngineAnswersAfterEachFlush() throws SQLException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("LargeTableOracleTest seed " + seed);
        Random random = new Random(seed);
        try (ServerFixture server = new ServerFixture(directory.resolve("data"), Map.of());
                Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
            fill(server, duckdb, random);
            server.execute(
                    "CREATE MATERIALIZED VIEW view_ (g, n, least_v, greatest_v, least_x, greatest_x, least_s, greatest_s,"
                            + " different_v, different_s, at_3, at_7, list) AS " + QUERY);
            for (int round = 0; round < ROUNDS; round++) {
                for (int change = 2 + random.nextInt(4); change > 0; change--) {
                    change(server, duckdb, random);
                }
                server.execute("FLUSH");
                compare(
                        server.rows("SELECT * FROM view_ ORDER BY g"),
                        answer(duckdb),
                        "seed " + seed + ", round " + round);
            }
        }
    }

    /** The rows come to both by one file. */
    private void fill(ServerFixture server, Connection duckdb, Random random) throws SQLException {
        Path rows = directory.resolve("rows.csv");
        long salt = random.nextInt(1_000_000);
        try (Statement statement = duckdb.createStatement()) {
            statement.execute("CREATE TABLE t (" + COLUMNS + ", PRIMARY KEY (id))");
            statement.execute("INSERT INTO t SELECT i, hash(i + " + salt + ") % " + GROUPS
                    + ", CASE WHEN hash(i, 1 + " + salt + ") % 10 > 0 THEN CAST(hash(i, 2 + " + salt
                    + ") % 1000 AS INT) - 500 END, CASE WHEN hash(i, 3 + " + salt + ") % 10 > 0 THEN CAST(hash(i, 4 + "
                    + salt + ") % 100000 AS INT) / 8.0 END, CASE WHEN hash(i, 5 + " + salt
                    + ") % 10 > 0 THEN 's' || (hash(i, 6 + " + salt + ") % 500) END FROM range(1, " + (ROWS + 1)
                    + ") AS r(i)");
            statement.execute("COPY t TO '" + rows + "' (HEADER, DELIMITER ',')");
        }
        server.execute("CREATE STREAM rows_ (" + COLUMNS + ") WITH ('connector' = 'filesystem', 'path' = '" + rows
                + "', 'format' = 'csv')");
        server.execute("CREATE TABLE t (" + COLUMNS + ", PRIMARY KEY (id))");
        server.execute(
                "CREATE QUERY fill AS INSERT INTO t SELECT id, MAX(g), MAX(v), MAX(x), MAX(s) FROM rows_ GROUP BY id EMIT ONCE");
        server.execute("DROP QUERY fill");
        assertThat(server.rows("SELECT COUNT(*), COUNT(v), COUNT(s), COUNT(DISTINCT g) FROM t"))
                .isEqualTo(rows(duckdb, "SELECT COUNT(*), COUNT(v), COUNT(s), COUNT(DISTINCT g) FROM t"));
    }

    private void change(ServerFixture server, Connection duckdb, Random random) throws SQLException {
        String sql = switch (random.nextInt(4)) {
            case 0 ->
                "UPDATE t SET v = v + " + (random.nextInt(2000) - 1000) + ", s = 't" + random.nextInt(1000)
                        + "' WHERE MOD(id, 1000) = " + random.nextInt(1000);
            case 1 ->
                "UPDATE t SET g = " + random.nextInt(GROUPS) + ", x = x / 2, v = NULL WHERE id IN (" + ids(random)
                        + ")";
            case 2 -> "DELETE FROM t WHERE MOD(id, 2000) = " + random.nextInt(2000) + " OR id IN (" + ids(random) + ")";
            default -> "INSERT INTO t VALUES " + newRows(random);
        };
        server.execute(sql);
        try (Statement statement = duckdb.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ids(Random random) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ids.add(Integer.toString(1 + random.nextInt(lastId)));
        }
        return String.join(", ", ids);
    }

    private String newRows(Random random) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add("(" + ++lastId + ", " + random.nextInt(GROUPS + 5) + ", " + (random.nextInt(4000) - 2000)
                    + ", CAST(" + random.nextInt(100_000) / 8.0 + " AS DOUBLE), 'u" + random.nextInt(100) + "')");
        }
        return String.join(", ", rows);
    }

    private static List<String> answer(Connection duckdb) throws SQLException {
        return rows(duckdb, DUCKDB_QUERY);
    }

    private static List<String> rows(Connection duckdb, String sql) throws SQLException {
        try (Statement statement = duckdb.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ServerFixture.rows(rows);
        }
    }

    private static void compare(List<String> found, List<String> expected, String where) {
        assertThat(found).as(where).hasSameSizeAs(expected);
        for (int row = 0; row < found.size(); row++) {
            String[] values = found.get(row).split("\\|", -1);
            String[] others = expected.get(row).split("\\|", -1);
            assertThat(values).as(where).hasSameSizeAs(others);
            for (int i = 0; i < values.length; i++) {
                String what = where + ", group " + others[0] + ", column " + (i + 1);
                if (isNumber(values[i]) && isNumber(others[i])) {
                    double other = Double.parseDouble(others[i]);
                    assertThat(Double.parseDouble(values[i]))
                            .as(what)
                            .isCloseTo(other, within(TOLERANCE * Math.max(1, Math.abs(other))));
                } else {
                    assertThat(values[i]).as(what).isEqualTo(others[i]);
                }
            }
        }
    }

    private static boolean isNumber(String text) {
        return text.matches("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");
    }
}
