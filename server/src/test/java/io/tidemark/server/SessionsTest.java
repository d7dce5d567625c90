package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions and statements as others see them and end them. */
@Timeout(120)
class SessionsTest {

    /** Takes days. */
    private static final String ENDLESS =
            "SELECT COUNT(*) FROM digits a, digits b, digits c, digits d, digits e, digits f,"
                    + " digits g, digits h, digits i, digits j, digits k, digits l, digits m, digits n WHERE a.d + n.d > 100";

    @TempDir
    static Path directory;

    private static ServerFixture server;
    private static ExecutorService clients;

    @BeforeAll
    static void start() throws SQLException {
        server = new ServerFixture(directory.resolve("data"));
        clients = Executors.newCachedThreadPool();
        server.execute("CREATE TABLE digits (d INT)");
        server.execute("INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
        server.execute("CREATE TABLE kept (id INT NOT NULL, PRIMARY KEY (id))");
    }

    @AfterAll
    static void stop() {
        clients.shutdownNow();
        server.close();
    }

    private static Connection connectAs(String user) throws SQLException {
        return DriverManager.getConnection(server.url() + ";user=" + user);
    }

    /** Runs something that is expected to fail in a thread of its own, and gives its error. */
    private static Future<SQLException> failing(Callable<?> call) {
        return clients.submit(() -> {
            try {
                call.call();
                throw new AssertionError("it has not failed");
            } catch (SQLException e) {
                return e;
            }
        });
    }

    /** What a user runs that begins with the words given, once it does. */
    private static String running(String column, String user, String words) {
        String sql = "SELECT " + column + " FROM sys.sessions WHERE \"user\" = '" + user + "' AND statement LIKE '"
                + words + "%'";
        return await().until(() -> server.rows(sql), rows -> rows.size() == 1).get(0);
    }

    private static boolean executeEndless(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(ENDLESS);
        }
    }

    private static void assertCancelled(Future<SQLException> failed) throws Exception {
        SQLException error = failed.get();
        assertThat(error.getSQLState()).as(error.getMessage()).isEqualTo("57014");
    }

    @Test
    void a_session_is_listed_with_what_it_runs() throws Exception {
        try (Connection connection = connectAs("ada");
                Statement first = connection.createStatement();
                Statement second = connection.createStatement()) {
            String listed = "SELECT statement FROM sys.sessions WHERE \"user\" = 'ada'";
            assertThat(server.rows(listed)).containsExactly("NULL");
            try (ResultSet watched = first.executeQuery("SELECT STREAM d FROM digits");
                    ResultSet other = second.executeQuery("SELECT STREAM id FROM kept")) {
                assertThat(watched.next()).isTrue();
                assertThat(server.rows(listed))
                        .containsExactlyInAnyOrder(
                                "SELECT STREAM d FROM digits", other.isClosed() ? "" : "SELECT STREAM id FROM kept");
            }
            assertThat(server.rows(listed)).containsExactly("NULL");
        }
        assertThat(server.rows("SELECT session FROM sys.sessions WHERE \"user\" = 'ada'"))
                .isEmpty();
    }

    @Test
    void a_killed_statement_ends_wherever_it_is_and_its_session_goes_on() throws Exception {
        try (Connection connection = connectAs("bob");
                Statement watching = connection.createStatement()) {
            Future<SQLException> scan = failing(() -> executeEndless(connection));
            server.execute("KILL STATEMENT '" + running("statement_id", "bob", "SELECT COUNT") + "'");
            assertCancelled(scan);

            ResultSet rows = watching.executeQuery("SELECT STREAM id FROM kept WHERE id < 0");
            Future<SQLException> waiting = failing(rows::next);
            server.execute("KILL STATEMENT '" + running("statement_id", "bob", "SELECT STREAM") + "'");
            assertCancelled(waiting);

            try (ResultSet again = watching.executeQuery("SELECT COUNT(*) FROM digits")) {
                assertThat(ServerFixture.rows(again)).containsExactly("10");
            }
        }
    }

    @Test
    void a_commit_that_waits_can_be_killed() throws Exception {
        try (Connection connection = connectAs("cyd")) {
            connection.setAutoCommit(false);
            Future<SQLException> scan = failing(() -> executeEndless(connection));
            running("statement_id", "cyd", "SELECT COUNT");
            Future<SQLException> commit = failing(() -> {
                connection.commit();
                return true;
            });
            server.execute("KILL STATEMENT '" + running("statement_id", "cyd", "COMMIT") + "'");
            assertCancelled(commit);
            server.execute("KILL STATEMENT '" + running("statement_id", "cyd", "SELECT COUNT") + "'");
            assertCancelled(scan);
            connection.rollback();
        }
    }

    @Test
    void a_killed_session_is_cut_off_and_its_transaction_rolled_back() throws Exception {
        try (Connection connection = connectAs("dan");
                Connection watcher = connectAs("eve");
                Statement watching = watcher.createStatement()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO kept VALUES (1)");
                Future<SQLException> scan = failing(() -> executeEndless(connection));
                server.execute("KILL SESSION '" + running("session", "dan", "SELECT COUNT") + "'");
                assertThat(scan.get().getSQLState()).isEqualTo("08006");
                assertThat(scan.get().getMessage()).startsWith("the session was ended by KILL SESSION");
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(() -> statement.execute("INSERT INTO kept VALUES (2)"))
                            .isInstanceOf(SQLException.class)
                            .hasMessageStartingWith("the session was ended by KILL SESSION")
                            .extracting(e -> ((SQLException) e).getSQLState())
                            .isEqualTo("08006");
                }
            }
            assertThat(server.rows("SELECT id FROM kept")).isEmpty();
            assertThat(server.rows("SELECT session FROM sys.sessions WHERE \"user\" = 'dan'"))
                    .isEmpty();

            ResultSet rows = watching.executeQuery("SELECT STREAM id FROM kept WHERE id < 0");
            Future<SQLException> waiting = failing(rows::next);
            server.execute("KILL SESSION '" + running("session", "eve", "SELECT STREAM") + "'");
            assertThat(waiting.get().getSQLState()).isEqualTo("08006");
        }
    }

    @Test
    void two_sessions_that_kill_each_other_in_transactions_both_end() throws Exception {
        try (Connection fay = connectAs("fay");
                Connection gus = connectAs("gus")) {
            for (Connection connection : List.of(fay, gus)) {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO kept VALUES (3)");
                }
            }
            String of = "SELECT session FROM sys.sessions WHERE \"user\" = '%s'";
            Future<?> one = kill(fay, server.rows(of.formatted("gus")).get(0));
            Future<?> other = kill(gus, server.rows(of.formatted("fay")).get(0));
            one.get();
            other.get();
            assertThat(server.rows("SELECT id FROM kept")).isEmpty();
        }
    }

    private static Future<?> kill(Connection by, String session) {
        return clients.submit(() -> {
            try (Statement statement = by.createStatement()) {
                statement.execute("KILL SESSION '" + session + "'");
            } catch (SQLException e) {
                // Whoever is killed first is told that instead.
                assertThat(e.getSQLState()).startsWith("08");
            }
            return null;
        });
    }
}
