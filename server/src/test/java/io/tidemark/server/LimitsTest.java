package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many clients, statements and prepared statements there may be, and that many of them get on with each other. */
@Timeout(120)
class LimitsTest {

    @TempDir
    Path directory;

    private static void assertRefused(String url, String message) {
        assertThatThrownBy(() -> DriverManager.getConnection(url))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining("KILL SESSION ends one")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("53300");
    }

    @Test
    void connections_are_limited_in_all_and_for_each_user() throws SQLException {
        Map<String, String> settings = Map.of("server.max-connections", "4", "server.max-connections-per-user", "2");
        try (ServerFixture server = new ServerFixture(directory.resolve("data"), settings)) {
            String asAda = server.url() + ";user=ada";
            try (Connection first = DriverManager.getConnection(asAda)) {
                Connection second = DriverManager.getConnection(asAda);
                assertRefused(asAda, "user \"ada\" has 2 connections, the most that one user may have");
                second.close();
                DriverManager.getConnection(asAda).close();
                try (Connection third = DriverManager.getConnection(server.url() + ";user=bob");
                        Connection fourth = DriverManager.getConnection(server.url() + ";user=cyd");
                        Connection fifth = DriverManager.getConnection(server.url() + ";user=dan")) {
                    assertRefused(server.url() + ";user=eve", "the server has 4 connections, the most that it takes");
                    assertThat(List.of(first, third, fourth, fifth)).allMatch(LimitsTest::answers);
                }
            }
            assertThat(server.rows("SELECT COUNT(*) FROM sys.sessions")).containsExactly("1");
        }
    }

    /** What would need another connection could not be ended where there may be none. */
    @Test
    void at_the_limit_of_connections_a_statement_can_be_cancelled_all_the_same() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServerFixture server =
                new ServerFixture(directory.resolve("data"), Map.of("server.max-connections", "1"))) {
            server.execute("CREATE TABLE t (id INT NOT NULL, PRIMARY KEY (id))");
            try (Connection only = server.connect();
                    Statement statement = only.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT STREAM id FROM t")) {
                Future<Boolean> watching = threads.submit(rows::next);
                statement.cancel();
                assertThatThrownBy(watching::get)
                        .cause()
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("57014"));
                assertThat(answers(only)).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean answers(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("VALUES (1)")) {
            return rows.next();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Of eight statements at a time, which those that wait for rows do not count among. */
    @Test
    void two_hundred_push_queries_that_wait_leave_room_for_a_hundred_clients_that_ask() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        Map<String, String> settings = Map.of("server.max-running-statements", "8");
        try (ServerFixture server = new ServerFixture(directory.resolve("data"), settings)) {
            server.execute("CREATE TABLE t (id INT NOT NULL, PRIMARY KEY (id))");
            List<Connection> connections = new ArrayList<>();
            List<Future<Integer>> watching = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Connection connection = server.connect();
                connections.add(connection);
                ResultSet rows = connection.createStatement().executeQuery("SELECT STREAM id FROM t");
                watching.add(threads.submit(() -> rows.next() ? rows.getInt(1) : -1));
            }
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Connection connection = server.connect();
                connections.add(connection);
                asking.add(threads.submit(() -> askAll(connection)));
            }
            for (Future<?> each : asking) {
                each.get();
            }
            assertThat(watching).noneMatch(Future::isDone);
            server.execute("INSERT INTO t VALUES (7)");
            for (Future<Integer> each : watching) {
                assertThat(each.get()).isEqualTo(7);
            }
            for (Connection connection : connections) {
                connection.close();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Asks ten times; a statement that is refused, because eight others run, is asked again. */
    private static Void askAll(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < 10; i++) {
                int asked = i;
                await().until(() -> {
                    try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) + " + asked + " FROM t")) {
                        return ServerFixture.rows(rows).equals(List.of(Integer.toString(asked)));
                    } catch (SQLException e) {
                        assertThat(e.getSQLState()).isEqualTo("53400");
                        return false;
                    }
                });
            }
        }
        return null;
    }

    @Test
    void a_thousand_prepared_statements_of_one_connection_give_their_own_answers() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory.resolve("data"));
                Connection connection = server.connect()) {
            server.execute("CREATE TABLE t (id INT NOT NULL, n INT, PRIMARY KEY (id))");
            server.execute("INSERT INTO t VALUES (1, 10), (2, 20)");
            List<PreparedStatement> prepared = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                prepared.add(connection.prepareStatement("SELECT n + " + i % 20 + " AS c FROM t WHERE id = ?"));
            }
            for (int i = 0; i < 1000; i++) {
                prepared.get(i).setInt(1, 1 + i % 2);
                try (ResultSet rows = prepared.get(i).executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt("c")).isEqualTo((i % 2 == 0 ? 10 : 20) + i % 20);
                }
            }
        }
    }
}
