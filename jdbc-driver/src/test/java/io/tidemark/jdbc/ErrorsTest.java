package io.tidemark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes wrong reaches the caller with the server's own words, number and SQLSTATE. */
class ErrorsTest {

    private static final String UNKNOWN_COLUMN =
            "no column \"amout\" in stream \"orders\" at line 1, column 8: amout. did you mean \"amount\"?";

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aServerThatIsNotThereIsNamed() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        SQLException e = failure(() -> DriverManager.getConnection("jdbc:tidemark://127.0.0.1:" + port));
        assertThat(e.getSQLState()).isEqualTo("08001");
        assertThat((Throwable) e)
                .hasMessageStartingWith("cannot reach Tidemark at 127.0.0.1:" + port + ": connection refused");
    }

    @Test
    void aHostThatDoesNotExistIsNamed() {
        SQLException e = failure(() -> DriverManager.getConnection("jdbc:tidemark://no-such-host.invalid:1"));
        assertThat(e.getSQLState()).isEqualTo("08001");
        assertThat((Throwable) e).hasMessageContaining("no-such-host.invalid:1: the host is unknown");
    }

    @Test
    void aRefusedPasswordIsSqlState28000InTheServersWords() {
        server.meta().refuseConnections("user \"me\" or the password is wrong", 1018, "28000");
        SQLException e = failure(this::connect);
        assertThat((Throwable) e).hasMessage("user \"me\" or the password is wrong");
        assertThat(e.getSQLState()).isEqualTo("28000");
        assertThat(e.getErrorCode()).isEqualTo(1018);
    }

    @Test
    void aPasswordRefusedByHttpIsSqlState28000Too() {
        server.answerOnlyWith(401);
        assertThat(failure(this::connect).getSQLState()).isEqualTo("28000");
    }

    @Test
    void aWebServerThatIsNotTidemarkIsRecognized() {
        server.answerOnlyWith(404);
        SQLException e = failure(this::connect);
        assertThat(e.getSQLState()).isEqualTo("08004");
        assertThat((Throwable) e)
                .hasMessageContaining("is not a Tidemark server")
                .hasMessageContaining("HTTP 404");
    }

    @Test
    void anErrorOfAStatementComesThroughUnchanged() throws SQLException {
        server.meta().onFailure("SELECT amout FROM orders", UNKNOWN_COLUMN, 1002, "42703");
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            assertUnknownColumn(failure(() -> statement.executeQuery("SELECT amout FROM orders")));
            assertUnknownColumn(failure(() -> statement.execute("SELECT amout FROM orders")));
            assertUnknownColumn(failure(() -> statement.executeUpdate("SELECT amout FROM orders")));
            statement.addBatch("SELECT amout FROM orders");
            assertThat((Throwable) failure(statement::executeBatch))
                    .isInstanceOfSatisfying(
                            BatchUpdateException.class,
                            e -> assertThat(e.getUpdateCounts()).isEmpty())
                    .hasMessage(UNKNOWN_COLUMN);
        }
    }

    @Test
    void anErrorOfAPreparedStatementComesThroughUnchanged() throws SQLException {
        server.meta().onFailure("SELECT amout FROM orders", UNKNOWN_COLUMN, 1002, "42703");
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement("SELECT amout FROM orders")) {
            assertUnknownColumn(failure(statement::executeQuery));
            assertUnknownColumn(failure(statement::execute));
        }
    }

    @Test
    void anErrorWhileReadingComesThroughUnchanged() throws SQLException {
        server.meta().on("SELECT STREAM x", handle -> {
            server.meta().framesOf(handle.id).add(FakeMeta.error("division by zero", 2003, "22012"));
            return FakeMeta.some(Columns.INTEGER);
        });
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT STREAM x")) {
            SQLException e = failure(rows::next);
            assertThat((Throwable) e).isInstanceOf(SQLDataException.class).hasMessage("division by zero");
            assertThat(e.getErrorCode()).isEqualTo(2003);
            assertThat(e.getSQLState()).isEqualTo("22012");
        }
    }

    @Test
    void anErrorOfAMetadataCallComesThroughUnchanged() throws SQLException {
        server.meta().onFailure("SHOW METADATA getTables(NULL, NULL, '%')", "the catalog is closed", 9001, "XX000");
        try (Connection connection = connect()) {
            SQLException e = failure(() -> connection.getMetaData().getTables(null, null, "%", null));
            assertThat((Throwable) e).hasMessage("the catalog is closed");
            assertThat(e.getSQLState()).isEqualTo("XX000");
        }
    }

    @Test
    void whatACallerDoesWrongHasAStateAndWordsOfItsOwn() throws SQLException {
        server.meta().on("SELECT x", handle -> FakeMeta.all(Columns.WARNING, FakeMeta.row("code", "00000", "text")));
        Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT x");
        assertFailure(() -> rows.getInt(1), "24000", "the result set is not at a row: call next()");
        assertThat(rows.next()).isTrue();
        assertFailure(
                () -> rows.getInt("message"), "22018", "cannot convert column \"message\" of type VARCHAR to INT");
        assertFailure(
                () -> rows.getTimestamp(3), "22018", "cannot convert column \"message\" of type VARCHAR to TIMESTAMP");
        assertFailure(() -> rows.getString(4), "42703", "there is no column 4; the result has columns 1 to 3");
        assertFailure(() -> rows.getString("y"), "42703", "the result has no column \"y\"; it has code, sql_state");
        assertThat(rows.next()).isFalse();
        assertFailure(() -> rows.getString(1), "24000", "the result set is not at a row");
        rows.close();
        assertFailure(() -> rows.getString(1), "24000", "the result set is closed");
        PreparedStatement prepared = connection.prepareStatement("SELECT ?");
        assertFailure(() -> prepared.setInt(2, 1), "07009", "there is no parameter 2; the statement has 1");
        assertFailure(() -> prepared.setObject(1, new Object()), "22018", "cannot convert a value of java.lang.Object");
        statement.close();
        assertFailure(() -> statement.executeQuery("SELECT x"), "26000", "the statement is closed");
        connection.close();
        assertFailure(connection::createStatement, "08003", "the connection is closed");
    }

    private static void assertFailure(ThrowingCallable call, String state, String message) {
        SQLException e = failure(call);
        assertThat((Throwable) e).hasMessageStartingWith(message).hasMessageNotContaining("avatica");
        assertThat(e.getSQLState()).isEqualTo(state);
    }

    @Test
    void aServerThatGoesAwayIsALostConnection() throws SQLException {
        Connection connection = connect();
        Statement statement = connection.createStatement();
        assertThat(connection.isValid(1)).isTrue();
        server.close();
        SQLException e = failure(() -> statement.executeQuery("SELECT 1"));
        assertThat(e.getSQLState()).isEqualTo("08006");
        assertThat((Throwable) e)
                .hasMessageStartingWith("lost the connection to Tidemark at 127.0.0.1:" + server.port());
        assertThat(connection.isValid(1)).isFalse();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(server.url());
    }

    private static SQLException failure(ThrowingCallable call) {
        return catchThrowableOfType(SQLException.class, call);
    }

    private static void assertUnknownColumn(SQLException e) {
        assertThat((Throwable) e).isInstanceOf(SQLSyntaxErrorException.class).hasMessage(UNKNOWN_COLUMN);
        assertThat(e.getErrorCode()).isEqualTo(1002);
        assertThat(e.getSQLState()).isEqualTo("42703");
    }
}
