package io.tidemark.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.DuckDb;
import io.tidemark.oracle.ResultRows;
import io.tidemark.server.ServerFixture;
import io.tidemark.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The queries of TPC-H as views while rows come, change and go in small transactions: at ten random points, at the end, and after the server was
 * killed half way, they hold what DuckDB answers. {@code -Dtidemark.seed=…} repeats a run.
 */
class TpchViewsTest {

    private static final int TRANSACTIONS = 400;
    private static final int POINTS = 10;

    @TempDir
    Path directory;

    private static long seed() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("TpchViewsTest seed " + seed);
        return seed;
    }

    private static void create(Connection connection, DuckDb duckdb) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            for (String table : TpchSchema.tables()) {
                statement.execute(table);
            }
            for (String rows : TpchSchema.fixedRows()) {
                statement.execute(rows);
            }
            for (int query : TpchQueries.numbers()) {
                statement.execute("CREATE MATERIALIZED VIEW q" + query + " AS " + TpchQueries.text(query));
            }
        }
        for (String table : TpchSchema.tablesWithoutKeys()) {
            duckdb.execute(table);
        }
        for (String rows : TpchSchema.fixedRows()) {
            duckdb.execute(rows);
        }
    }

    private static void change(Connection connection, DuckDb duckdb, List<String> transaction) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (String sql : transaction) {
                statement.execute(sql);
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
        for (String sql : transaction) {
            duckdb.execute(sql);
        }
    }

    private static void compare(Connection connection, DuckDb duckdb, String where) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("FLUSH");
            for (int query : TpchQueries.numbers()) {
                try (ResultSet result = statement.executeQuery("SELECT * FROM q" + query)) {
                    ResultRows expected = duckdb.query(TpchQueries.text(query));
                    assertThat(ResultRows.of(result).difference(expected))
                            .as("q%s, %s", query, where)
                            .isEmpty();
                }
            }
        }
    }

    private static Set<Integer> points(long seed) {
        Random random = new Random(seed);
        Set<Integer> points = new TreeSet<>();
        while (points.size() < POINTS) {
            points.add(1 + random.nextInt(TRANSACTIONS - 1));
        }
        points.add(TRANSACTIONS);
        return points;
    }

    @Test
    void viewsHoldWhatAnotherEngineAnswersWhileTablesChange() throws SQLException, IOException {
        long seed = seed();
        TpchChanges changes = new TpchChanges(seed);
        Set<Integer> points = points(seed);
        try (ServerFixture server = new ServerFixture(directory.resolve("data"), Map.of());
                Connection connection = server.connect();
                DuckDb duckdb = new DuckDb()) {
            create(connection, duckdb);
            for (int transaction = 1; transaction <= TRANSACTIONS; transaction++) {
                change(connection, duckdb, changes.next());
                if (points.contains(transaction)) {
                    compare(connection, duckdb, "seed " + seed + ", after transaction " + transaction);
                }
            }
        }
    }

    @Test
    void aServerThatIsKilledHalfWayGoesOn() throws Exception {
        long seed = seed();
        TpchChanges changes = new TpchChanges(seed);
        Path data = directory.resolve("data");
        ServerProcess server = ServerProcess.start(data, "-D", "checkpoint.interval=300ms");
        try (DuckDb duckdb = new DuckDb()) {
            try (Connection connection = server.connect()) {
                create(connection, duckdb);
                for (int transaction = 1; transaction <= TRANSACTIONS / 2; transaction++) {
                    change(connection, duckdb, changes.next());
                }
            }
            server.kill();
            server = ServerProcess.start(data, "-D", "checkpoint.interval=300ms");
            try (Connection connection = DriverManager.getConnection(server.url())) {
                compare(connection, duckdb, "seed " + seed + ", after the restart");
                for (int transaction = TRANSACTIONS / 2 + 1; transaction <= TRANSACTIONS; transaction++) {
                    change(connection, duckdb, changes.next());
                }
                compare(connection, duckdb, "seed " + seed + ", at the end");
            }
        } finally {
            server.close();
        }
    }

    /** With a fixed seed, so that a query which finds nothing is noticed here and not by chance. */
    @Test
    void everyQueryFindsRows() throws SQLException, IOException {
        TpchChanges changes = new TpchChanges(1);
        try (DuckDb duckdb = new DuckDb()) {
            for (String table : TpchSchema.tablesWithoutKeys()) {
                duckdb.execute(table);
            }
            for (String rows : TpchSchema.fixedRows()) {
                duckdb.execute(rows);
            }
            for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
                for (String sql : changes.next()) {
                    duckdb.execute(sql);
                }
            }
            for (int query : TpchQueries.numbers()) {
                ResultRows rows = duckdb.query(TpchQueries.text(query));
                assertThat(rows.rows()).as("rows of q%s", query).isNotEmpty();
                assertThat(rows.rows()).as("rows of q%s", query).doesNotContain(List.of("NULL"));
            }
        }
    }
}
