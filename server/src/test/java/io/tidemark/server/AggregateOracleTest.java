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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Views with every aggregate function over random rows that come, change and go, cut into epochs at random, with a restart in between: after
 * each round they hold what DuckDB answers to the same query over the same rows, and so does the query asked at once.
 */
class AggregateOracleTest {

    private static final int ROUNDS = 4;
    private static final double TOLERANCE = 1e-9;

    /** Aggregates by group as Tidemark and as DuckDB spell them; {@code #} stands for the relation. */
    private record Question(String tidemark, String duckdb) {
        static Question same(String sql) {
            return new Question(sql, sql);
        }
    }

    private static final List<Question> QUESTIONS = List.of(
            Question.same(
                    "SELECT g, COUNT(*), COUNT(v), SUM(v), MIN(v), MAX(v), MIN(s), MAX(s), MIN(d), MAX(x) FROM # GROUP BY g"),
            Question.same(
                    "SELECT g, COUNT(DISTINCT v), SUM(DISTINCT v), COUNT(DISTINCT s), SUM(DISTINCT d),"
                            + " COUNT(DISTINCT v) FILTER (WHERE b), MIN(v) FILTER (WHERE b), MAX(s) FILTER (WHERE NOT b) FROM # GROUP BY g"),
            Question.same("SELECT COUNT(DISTINCT v), AVG(DISTINCT v), MIN(x), MAX(d), COUNT(*) FROM #"),
            Question.same("SELECT DISTINCT g, b FROM #"),
            Question.same("SELECT g, b, MAX(v + 1) FROM # GROUP BY g, b HAVING COUNT(DISTINCT s) > 1"));

    private static final List<String> RELATIONS = List.of("t", "s");

    @TempDir
    Path directory;

    private final List<Integer> ids = new ArrayList<>();
    private int lastId;

    @Test
    void viewsHoldWhatAnotherEngineAnswers() throws SQLException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("AggregateOracleTest seed " + seed);
        Random random = new Random(seed);
        try (ServerFixture server = new ServerFixture(directory, Map.of());
                Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
            create(server, duckdb, random);
            int restart = random.nextInt(ROUNDS);
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 1 + random.nextInt(6); i > 0; i--) {
                    change(server, duckdb, random);
                }
                if (round == restart) {
                    server.restart();
                }
                server.execute("FLUSH");
                String where = "seed " + seed + ", round " + round;
                for (int question = 0; question < QUESTIONS.size(); question++) {
                    for (String relation : RELATIONS) {
                        String view = relation + question;
                        compare(server.rows("SELECT * FROM " + view), duckdb, question, relation, where + ", view");
                    }
                }
            }
            for (int question = 0; question < QUESTIONS.size(); question++) {
                for (String relation : RELATIONS) {
                    String sql = QUESTIONS.get(question).tidemark.replace("#", relation);
                    compare(server.rows(sql), duckdb, question, relation, "seed " + seed + ", asked at once");
                }
            }
        }
    }

    private static void create(ServerFixture server, Connection duckdb, Random random) throws SQLException {
        String columns =
                " (id INT NOT NULL, g VARCHAR, v INT, x DOUBLE, y DOUBLE, d DECIMAL(10, 2), s VARCHAR, b BOOLEAN";
        server.execute("CREATE TABLE t" + columns + ", PRIMARY KEY (id))");
        server.execute("CREATE STREAM s" + columns + ")");
        try (Statement statement = duckdb.createStatement()) {
            statement.execute("CREATE TABLE t" + columns + ", PRIMARY KEY (id))");
            statement.execute("CREATE TABLE s" + columns + ")");
        }
        for (int question = 0; question < QUESTIONS.size(); question++) {
            for (String relation : RELATIONS) {
                String name = relation + question;
                String sql = QUESTIONS.get(question).tidemark.replace("#", relation);
                server.execute("CREATE MATERIALIZED VIEW " + name + " (" + names(duckdb, question)
                        + ") WITH ('epoch.max-rows' = '" + (8 + random.nextInt(60)) + "') AS " + sql);
            }
        }
    }

    private static String names(Connection duckdb, int question) throws SQLException {
        try (Statement statement = duckdb.createStatement();
                ResultSet rows =
                        statement.executeQuery(QUESTIONS.get(question).duckdb.replace("#", "t"))) {
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                names.add("c" + i);
            }
            return String.join(", ", names);
        }
    }

    private void change(ServerFixture server, Connection duckdb, Random random) throws SQLException {
        int kind = ids.isEmpty() ? 0 : random.nextInt(5);
        String sql;
        if (kind < 3) {
            List<String> rows = new ArrayList<>();
            for (int i = 1 + random.nextInt(40); i > 0; i--) {
                ids.add(++lastId);
                rows.add(row(lastId, random));
            }
            both(server, duckdb, "INSERT INTO s VALUES " + String.join(", ", rows));
            sql = "INSERT INTO t VALUES " + String.join(", ", rows);
        } else if (kind == 3) {
            sql = "UPDATE t SET v = v + " + random.nextInt(3) + ", g = " + text(random, "g", 3) + ", s = "
                    + text(random, "s", 9) + ", x = " + number(random) + " WHERE MOD(id, 7) = " + random.nextInt(7);
        } else {
            sql = "DELETE FROM t WHERE MOD(id, 5) = " + random.nextInt(5);
        }
        both(server, duckdb, sql);
    }

    private static void both(ServerFixture server, Connection duckdb, String sql) throws SQLException {
        server.execute(sql);
        try (Statement statement = duckdb.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String row(int id, Random random) {
        return "(" + id + ", " + text(random, "g", 4) + ", "
                + (random.nextInt(6) == 0 ? "NULL" : Integer.toString(random.nextInt(12) - 3)) + ", " + number(random)
                + ", " + number(random) + ", "
                + (random.nextInt(6) == 0 ? "NULL" : random.nextInt(40) - 20 + ".25") + ", " + text(random, "s", 9)
                + ", " + List.of("TRUE", "FALSE", "NULL").get(random.nextInt(3)) + ")";
    }

    private static String text(Random random, String prefix, int different) {
        return random.nextInt(6) == 0 ? "NULL" : "'" + prefix + random.nextInt(different) + "'";
    }

    private static String number(Random random) {
        return random.nextInt(6) == 0
                ? "CAST(NULL AS DOUBLE)"
                : "CAST(" + (random.nextInt(2000) - 1000) / 8.0 + " AS DOUBLE)";
    }

    private static void compare(List<String> found, Connection duckdb, int question, String relation, String where)
            throws SQLException {
        String sql = QUESTIONS.get(question).duckdb.replace("#", relation);
        List<String> expected;
        try (Statement statement = duckdb.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            expected = ServerFixture.rows(rows);
        }
        List<String> sorted = new ArrayList<>(found);
        Collections.sort(sorted);
        Collections.sort(expected);
        String what = where + ": " + sql + "\nfound    " + sorted + "\nexpected " + expected;
        assertThat(sorted).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < sorted.size(); i++) {
            compareRow(sorted.get(i), expected.get(i), what);
        }
    }

    private static void compareRow(String found, String expected, String what) {
        String[] values = found.split("\\|", -1);
        String[] others = expected.split("\\|", -1);
        assertThat(values).as(what).hasSameSizeAs(others);
        for (int i = 0; i < values.length; i++) {
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

    private static boolean isNumber(String text) {
        return text.matches("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");
    }
}
