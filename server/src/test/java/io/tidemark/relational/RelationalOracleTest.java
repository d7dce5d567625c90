package io.tidemark.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
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
 * Views of random queries over rows that come, change and go, cut into epochs at random, with a restart in between: after each round they hold what DuckDB
 * answers to the same query over the same rows, and so does the query asked at once. {@code -Dtidemark.seed} repeats a run,
 * {@code -Dtidemark.queries} makes it longer.
 */
class RelationalOracleTest {
    private static final int ROUNDS = 3;
    private static final int QUERIES = 40;
    private static final int TABLES = 4;
    private static final String UNSUPPORTED = "0A000";

    private final List<String> queries = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private int lastId;

    @TempDir
    Path directory;

    @Test
    void viewsHoldWhatAnotherEngineAnswers() throws SQLException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        int wanted = Integer.getInteger("tidemark.queries", QUERIES);
        System.out.println("RelationalOracleTest seed " + seed);
        Random random = new Random(seed);
        try (ServerFixture server = new ServerFixture(directory, Map.of());
                Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
            createTables(server, duckdb);
            change(server, duckdb, random);
            createViews(server, duckdb, random, wanted, "seed " + seed);
            int restart = random.nextInt(ROUNDS);
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    change(server, duckdb, random);
                }
                if (round == restart) {
                    server.restart();
                }
                server.execute("FLUSH");
                for (int i = 0; i < queries.size(); i++) {
                    compare(server, duckdb, i, "SELECT * FROM view" + i, "seed " + seed + ", round " + round);
                }
            }
            for (int i = 0; i < queries.size(); i++) {
                compare(server, duckdb, i, queries.get(i), "seed " + seed + ", asked at once");
            }
        }
        System.out.println(queries.size() + " queries, " + refused.size() + " refused");
        assertThat(refused.size()).as("refused, such as " + refused).isLessThanOrEqualTo(queries.size());
    }

    private void createTables(ServerFixture server, Connection duckdb) throws SQLException {
        List<String> columns = List.of(
                "(id INT NOT NULL, a INT, b INT, c INT, PRIMARY KEY (id))",
                "(id INT, a INT, b INT, c INT)",
                "(id INT NOT NULL, a INT NOT NULL, b INT NOT NULL, c INT NOT NULL, PRIMARY KEY (id))",
                "(id INT, a INT, b INT, c INT)");
        for (int i = 0; i < TABLES; i++) {
            server.execute("CREATE " + (i == TABLES - 1 ? "STREAM t" : "TABLE t") + i + " " + columns.get(i));
            run(duckdb, "CREATE TABLE t" + i + " " + columns.get(i));
        }
    }

    private void createViews(ServerFixture server, Connection duckdb, Random random, int wanted, String where)
            throws SQLException {
        QueryGenerator generator = new QueryGenerator(random);
        while (queries.size() < wanted) {
            String query = generator.query();
            if (!duckdbTakes(duckdb, query)) {
                continue;
            }
            try {
                server.execute("CREATE MATERIALIZED VIEW view" + queries.size() + " WITH ('epoch.max-rows' = '"
                        + (8 + random.nextInt(60)) + "') AS " + query);
                queries.add(query);
            } catch (SQLException e) {
                if (!UNSUPPORTED.equals(e.getSQLState())) {
                    throw new AssertionError(where + ": " + query, e);
                }
                refused.add(e.getMessage() + ": " + query);
            }
        }
    }

    /** Some queries are beyond DuckDB, which says so. */
    private static boolean duckdbTakes(Connection duckdb, String query) {
        try {
            rows(duckdb, query);
            return true;
        } catch (SQLException refusedThere) {
            return false;
        }
    }

    private void change(ServerFixture server, Connection duckdb, Random random) throws SQLException {
        for (int table = 0; table < TABLES; table++) {
            boolean stream = table == TABLES - 1;
            int kind = lastId == 0 || stream ? 0 : random.nextInt(4);
            String name = "t" + table;
            String sql;
            if (kind < 2) {
                List<String> rows = new ArrayList<>();
                for (int i = 1 + random.nextInt(7); i > 0; i--) {
                    rows.add(row(++lastId, table == 2, random));
                }
                sql = "INSERT INTO " + name + " VALUES " + String.join(", ", rows);
            } else if (kind == 2) {
                sql = "UPDATE " + name + " SET a = " + value(table == 2, random) + ", b = a WHERE MOD(id, 5) = "
                        + random.nextInt(5);
            } else {
                sql = "DELETE FROM " + name + " WHERE MOD(id, 4) = " + random.nextInt(4);
            }
            server.execute(sql);
            run(duckdb, sql);
        }
    }

    private static String row(int id, boolean notNull, Random random) {
        return "(" + id + ", " + value(notNull, random) + ", " + value(notNull, random) + ", " + value(notNull, random)
                + ")";
    }

    private static String value(boolean notNull, Random random) {
        return !notNull && random.nextInt(6) == 0 ? "CAST(NULL AS INT)" : Integer.toString(random.nextInt(6));
    }

    private void compare(ServerFixture server, Connection duckdb, int query, String asked, String where)
            throws SQLException {
        List<String> found;
        try {
            found = new ArrayList<>(server.rows(asked));
        } catch (SQLException e) {
            throw new AssertionError(where + ": " + queries.get(query), e);
        }
        List<String> expected = new ArrayList<>(rows(duckdb, queries.get(query)));
        Collections.sort(found);
        Collections.sort(expected);
        assertThat(found).as(where + ": " + queries.get(query)).isEqualTo(expected);
    }

    private static List<String> rows(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return ServerFixture.rows(rows);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
