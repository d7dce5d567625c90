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

    private static final int ROUNDS = 3;
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
            Question.same(
                    "SELECT g, VAR_POP(v), VAR_SAMP(x), STDDEV_POP(x), STDDEV(v), STDDEV_SAMP(d), COVAR_POP(x, y),"
                            + " COVAR_SAMP(x, v), VAR_POP(DISTINCT v), BIT_AND(v), BIT_OR(v), BIT_XOR(v),"
                            + " BIT_XOR(DISTINCT v) FILTER (WHERE b), BOOL_AND(b), BOOL_OR(b) FROM # GROUP BY g"),
            Question.same(
                    "SELECT g, REGR_COUNT(x, y), REGR_AVGX(x, y), REGR_AVGY(x, y), REGR_SXX(x, y), REGR_SYY(x, y),"
                            + " REGR_SXY(x, y) FROM # GROUP BY g"),
            new Question(
                    "SELECT CORR(x, y), REGR_SLOPE(x, y), REGR_INTERCEPT(x, y), REGR_R2(x, y), MODE(v), MEDIAN(x),"
                            + " APPROX_COUNT_DISTINCT(s) FROM #",
                    "SELECT CASE WHEN COUNT(*) FILTER (WHERE x IS NOT NULL AND y IS NOT NULL) > 1 THEN CORR(x, y) END,"
                            + " CASE WHEN REGR_SXX(x, y) > 0 THEN REGR_SLOPE(x, y) END,"
                            + " CASE WHEN REGR_SXX(x, y) > 0 THEN REGR_INTERCEPT(x, y) END,"
                            + " CASE WHEN REGR_SXX(x, y) > 0 THEN REGR_R2(x, y) END,"
                            + " (SELECT v FROM # WHERE v IS NOT NULL GROUP BY v ORDER BY COUNT(*) DESC, v LIMIT 1),"
                            + " MEDIAN(x), COUNT(DISTINCT s) FROM #"),
            new Question(
                    "SELECT g, PERCENTILE_CONT(0.3) WITHIN GROUP (ORDER BY x), PERCENTILE_DISC(0.7) WITHIN GROUP (ORDER BY v),"
                            + " PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY d DESC), LISTAGG(s, '+') WITHIN GROUP (ORDER BY s DESC),"
                            + " STRING_AGG(DISTINCT s, ';'), STRING_AGG(s, ',' ORDER BY v, id) FILTER (WHERE b),"
                            + " MIN_BY(id, v), MAX_BY(s, id), ARG_MIN(s, id), FIRST_VALUE(v) WITHIN GROUP (ORDER BY id),"
                            + " LAST_VALUE(s) WITHIN GROUP (ORDER BY id) FROM # GROUP BY g",
                    "SELECT g, QUANTILE_CONT(x, 0.3), QUANTILE_DISC(v, 0.7), QUANTILE_CONT(CAST(d AS DOUBLE), 0.75),"
                            + " STRING_AGG(s, '+' ORDER BY s DESC), STRING_AGG(DISTINCT s, ';' ORDER BY s),"
                            + " STRING_AGG(s, ',' ORDER BY v NULLS LAST, id) FILTER (WHERE b),"
                            + " FIRST(id ORDER BY v, id) FILTER (WHERE v IS NOT NULL), FIRST(s ORDER BY id DESC), FIRST(s ORDER BY id),"
                            + " FIRST(v ORDER BY id), LAST(s ORDER BY id) FROM # GROUP BY g"),
            new Question(
                    "SELECT g, b, GROUPING(b), GROUPING_ID(g, b), COUNT(*), SUM(v), COUNT(DISTINCT s), MAX(s),"
                            + " STRING_AGG(DISTINCT g, ',') FROM # GROUP BY CUBE (g, b)",
                    "SELECT g, b, GROUPING(b), GROUPING_ID(g, b), COUNT(*), SUM(v), COUNT(DISTINCT s), MAX(s),"
                            + " STRING_AGG(DISTINCT g, ',' ORDER BY g) FROM # GROUP BY CUBE (g, b)"),
            new Question(
                    "SELECT g, JSON_ARRAYAGG(s ORDER BY id), JSON_ARRAYAGG(v NULL ON NULL) FROM # GROUP BY g",
                    "SELECT g, '[' || STRING_AGG('\"' || s || '\"', ',' ORDER BY id) || ']',"
                            + " '[' || STRING_AGG(COALESCE(CAST(v AS VARCHAR), 'null'), ',' ORDER BY v NULLS LAST) || ']' FROM # GROUP BY g"),
            new Question(
                    "SELECT g, ARRAY_AGG(v), ARRAY_AGG(v ORDER BY id DESC), ARRAY_AGG(DISTINCT s), ARRAY_AGG(s ORDER BY v, id) FILTER (WHERE b),"
                            + " COLLECT(v), COLLECT(DISTINCT s) FILTER (WHERE b), CARDINALITY(ARRAY_AGG(d)), ARRAY_AGG(d)[1],"
                            + " ARRAY_CONTAINS(COLLECT(v), 3) FROM # GROUP BY g",
                    "SELECT g, CAST(LIST(v ORDER BY v NULLS LAST) AS VARCHAR), CAST(LIST(v ORDER BY id DESC) AS VARCHAR),"
                            + " '[' || STRING_AGG(DISTINCT q, ', ' ORDER BY q) || ']',"
                            + " '[' || STRING_AGG(q, ', ' ORDER BY v NULLS LAST, id) FILTER (WHERE b) || ']',"
                            + " COALESCE(CAST(LIST(v ORDER BY v) FILTER (WHERE v IS NOT NULL) AS VARCHAR), '[]'),"
                            + " COALESCE('[' || STRING_AGG(DISTINCT q, ', ' ORDER BY q) FILTER (WHERE b AND s IS NOT NULL) || ']', '[]'),"
                            + " COUNT(*), MIN(d), COALESCE(BOOL_OR(v = 3), FALSE)"
                            + " FROM (SELECT *, COALESCE('''' || s || '''', 'NULL') AS q FROM #) GROUP BY g"),
            new Question(
                    "SELECT vs, COUNT(*), MAX(vs), COUNT(DISTINCT vs) FROM (SELECT g, b, ARRAY_AGG(DISTINCT v) AS vs FROM # GROUP BY g, b) GROUP BY vs",
                    "SELECT CAST(vs AS VARCHAR), COUNT(*), CAST(vs AS VARCHAR), COUNT(DISTINCT vs)"
                            + " FROM (SELECT g, b, LIST(DISTINCT v ORDER BY v NULLS LAST) AS vs FROM # GROUP BY g, b) GROUP BY vs"),
            new Question(
                    "SELECT x, n, COUNT(*), CARDINALITY(COLLECT(g)) FROM (SELECT g, ARRAY_AGG(v) AS vs FROM # GROUP BY g) q"
                            + " CROSS JOIN UNNEST(q.vs) WITH ORDINALITY AS t (x, n) GROUP BY x, n",
                    "SELECT x, n, COUNT(*), COUNT(g) FROM (SELECT g, UNNEST(vs) AS x, GENERATE_SUBSCRIPTS(vs, 1) AS n"
                            + " FROM (SELECT g, LIST(v ORDER BY v NULLS LAST) AS vs FROM # GROUP BY g)) GROUP BY x, n"),
            Question.same(
                    "SELECT id, g, SUM(v) OVER w, AVG(x) OVER w, COUNT(DISTINCT v) OVER (PARTITION BY g), MIN(s) OVER w, MAX(d) OVER w,"
                            + " VAR_POP(v) OVER (PARTITION BY g ORDER BY id ROWS 3 PRECEDING), LAG(s) OVER w, LEAD(d, 2, d) OVER w,"
                            + " NTILE(4) OVER w, CUME_DIST() OVER w, BOOL_OR(b) OVER w, NTH_VALUE(s, 2) OVER w,"
                            + " SUM(v) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW)"
                            + " FROM # WINDOW w AS (PARTITION BY g ORDER BY id)"),
            Question.same(
                    "SELECT id, COUNT(*) OVER (PARTITION BY b ORDER BY v NULLS LAST RANGE BETWEEN 2 PRECEDING AND 1 FOLLOWING),"
                            + " SUM(v) OVER (PARTITION BY b ORDER BY d DESC NULLS FIRST RANGE BETWEEN 1.5 PRECEDING AND CURRENT ROW),"
                            + " MAX(s) OVER (ORDER BY v NULLS FIRST RANGE BETWEEN 3 PRECEDING AND 1 PRECEDING),"
                            + " RANK() OVER (ORDER BY v DESC NULLS LAST), PERCENT_RANK() OVER (PARTITION BY g ORDER BY s NULLS LAST) FROM #"),
            Question.same("SELECT id, g, v, r FROM (SELECT id, g, v, ROW_NUMBER() OVER (PARTITION BY g"
                    + " ORDER BY v DESC NULLS LAST, id) AS r FROM #) AS q WHERE r BETWEEN 2 AND 4"),
            Question.same("SELECT g, v FROM # QUALIFY DENSE_RANK() OVER (PARTITION BY g ORDER BY v NULLS FIRST) <= 2"),
            Question.same("SELECT id, v FROM # ORDER BY v NULLS LAST, id LIMIT 5 OFFSET 2"),
            Question.same("SELECT g, b, MAX(v + 1) FROM # GROUP BY g, b HAVING COUNT(DISTINCT s) > 1"));

    /** For each question, whether it is asked of the table {@code t}, which changes, or of the stream {@code s}. */
    private final List<String> relations = new ArrayList<>();

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
                    List<String> found = server.rows("SELECT * FROM view" + question);
                    compare(found, duckdb, question, where + ", view");
                }
            }
            for (int question = 0; question < QUESTIONS.size(); question++) {
                compare(server.rows(tidemark(question)), duckdb, question, "seed " + seed + ", asked at once");
            }
        }
    }

    private String tidemark(int question) {
        return QUESTIONS.get(question).tidemark.replace("#", relations.get(question));
    }

    private String duckdb(int question) {
        return QUESTIONS.get(question).duckdb.replace("#", relations.get(question));
    }

    private void create(ServerFixture server, Connection duckdb, Random random) throws SQLException {
        String columns =
                " (id INT NOT NULL, g VARCHAR, v INT, x DOUBLE, y DOUBLE, d DECIMAL(10, 2), s VARCHAR, b BOOLEAN";
        server.execute("CREATE TABLE t" + columns + ", PRIMARY KEY (id))");
        server.execute("CREATE STREAM s" + columns + ")");
        try (Statement statement = duckdb.createStatement()) {
            statement.execute("CREATE TABLE t" + columns + ", PRIMARY KEY (id))");
            statement.execute("CREATE TABLE s" + columns + ")");
        }
        for (int question = 0; question < QUESTIONS.size(); question++) {
            relations.add(random.nextInt(3) == 0 ? "s" : "t");
            server.execute("CREATE MATERIALIZED VIEW view" + question + " (" + names(duckdb, question)
                    + ") WITH ('epoch.max-rows' = '" + (16 + random.nextInt(60)) + "') AS " + tidemark(question));
        }
    }

    private String names(Connection duckdb, int question) throws SQLException {
        try (Statement statement = duckdb.createStatement();
                ResultSet rows = statement.executeQuery(duckdb(question))) {
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

    private void compare(List<String> found, Connection duckdb, int question, String where) throws SQLException {
        String sql = duckdb(question);
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
