package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.server.ServerFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.TimeZone;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be done is refused before anything has happened, with an SQLException, and leaves the connection as it was. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsTest {

    private static final String HALF = "a\uD800b";

    @TempDir
    static Path directory;

    private TidemarkSide server;

    @BeforeAll
    void start() throws SQLException {
        server = new TidemarkSide(directory.resolve("data"));
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE items (id INT NOT NULL, name STRING, at TIME(6), PRIMARY KEY (id))");
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return ServerFixture.rows(statement.executeQuery(sql));
        }
    }

    private static SQLException failure(ThrowingCallable call) {
        Throwable failure = catchThrowable(call);
        assertThat(failure).isInstanceOf(SQLException.class);
        return (SQLException) failure;
    }

    private static String stateOf(ThrowingCallable call) {
        return failure(call).getSQLState();
    }

    @Test
    void aSchemaThatIsNotThereIsRefusedAndTheOneBeforeStays() throws SQLException {
        try (Connection connection = server.connect()) {
            assertThat(stateOf(() -> connection.setSchema("nope"))).isEqualTo("3F000");
            assertThat(stateOf(() -> connection.setSchema(null))).isEqualTo("22023");
            assertThat(connection.getSchema()).isEqualTo("public");
            assertThat(rows(connection, "SELECT 1")).containsExactly("1");
            connection.setSchema("sys");
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET 'schema' = 'public'");
            }
            assertThat(connection.getSchema()).isEqualTo("public");
            connection.setSchema("sys");
            assertThat(connection.getSchema()).isEqualTo("sys");
        }
    }

    @Test
    void textThatIsNoUnicodeIsRefusedAndTheParameterNamed() throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO items (id, name) VALUES (?, ?)");
                Statement statement = connection.createStatement()) {
            insert.setInt(1, 1);
            insert.setString(2, HALF);
            SQLException refused = failure(insert::executeUpdate);
            assertThat(refused.getSQLState()).isEqualTo("22021");
            assertThat((Throwable) refused).hasMessageContaining("parameter 2").hasMessageContaining("character 2");
            assertThat(stateOf(insert::addBatch)).isEqualTo("22021");
            assertThat(stateOf(() -> statement.execute("SELECT '" + HALF + "'")))
                    .isEqualTo("22021");
            insert.setString(2, "whole \uD83D\uDE00");
            insert.executeUpdate();
            assertThat(rows(connection, "SELECT name FROM items WHERE id = 1")).containsExactly("whole \uD83D\uDE00");
        }
    }

    @Test
    void aStatementWithoutATextIsRefused() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            assertThat(stateOf(() -> statement.execute(null))).isEqualTo("22023");
            assertThat(stateOf(() -> statement.executeQuery(null))).isEqualTo("22023");
            assertThat(stateOf(() -> statement.executeUpdate(null))).isEqualTo("22023");
            assertThat(stateOf(() -> statement.addBatch(null))).isEqualTo("22023");
            assertThat(stateOf(() -> connection.prepareStatement(null))).isEqualTo("22023");
            assertThat(stateOf(() -> connection.nativeSQL(null))).isEqualTo("22023");
        }
    }

    @Test
    void aTimeFarOutsideEveryTypeIsRefused() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Vienna"));
        try (Connection connection = server.connect();
                PreparedStatement select = connection.prepareStatement("SELECT CAST(? AS TIMESTAMP)")) {
            assertThat(stateOf(() -> select.setObject(1, new Timestamp(Long.MAX_VALUE))))
                    .isEqualTo("22008");
            assertThat(stateOf(() -> select.setObject(1, LocalDateTime.MAX.withNano(0))))
                    .isEqualTo("22008");
            assertThat(stateOf(() -> select.setObject(1, LocalDate.MAX))).isEqualTo("22008");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void aTimeTakesTheTimeOfDayOfATimestampWithAllItsDigits() throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO items (id, at) VALUES (?, ?)")) {
            insert.setInt(1, 2);
            insert.setTimestamp(2, Timestamp.valueOf("2024-03-10 03:30:15.123456"));
            insert.executeUpdate();
            insert.setInt(1, 3);
            insert.setObject(2, LocalDateTime.parse("2024-03-10T03:30:15.654321"));
            insert.executeUpdate();
            assertThat(rows(connection, "SELECT at FROM items WHERE id IN (2, 3) ORDER BY id"))
                    .containsExactly("03:30:15.123456", "03:30:15.654321");
        }
    }

    @Test
    void whatChangesRowsIsNotExecutedAsAQuery() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("INSERT INTO items (id) VALUES (5)")) {
            SQLException refused =
                    failure(() -> statement.executeQuery("/* a row */ insert INTO items (id) VALUES (4)"));
            assertThat(refused.getSQLState()).isEqualTo("07005");
            assertThat((Throwable) refused).hasMessageContaining("was not executed");
            assertThat(stateOf(prepared::executeQuery)).isEqualTo("07005");
            assertThat(rows(connection, "SELECT id FROM items WHERE id IN (4, 5)"))
                    .isEmpty();
        }
    }

    @Test
    void closingAConnectionClosesWhatCameFromIt() throws SQLException {
        Connection connection = server.connect();
        PreparedStatement prepared = connection.prepareStatement("SELECT 1");
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(server.manyRows())) {
            rows.next();
            connection.close();
            assertThat(rows.isClosed()).isTrue();
            assertThat(statement.isClosed()).isTrue();
            assertThat(prepared.isClosed()).isTrue();
            assertThat(stateOf(rows::next)).isEqualTo("24000");
            assertThat(stateOf(() -> rows.getLong(1))).isEqualTo("24000");
        }
        prepared.close();
    }
}
