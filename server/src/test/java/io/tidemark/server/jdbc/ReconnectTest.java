package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.server.ServerFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a connection whose server was restarted: it goes on, and what cannot go on says so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReconnectTest {

    @TempDir
    static Path directory;

    private TidemarkSide server;

    @BeforeAll
    void start() throws SQLException {
        server = new TidemarkSide(directory.resolve("data"));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private void restart() {
        server.stop();
        server.start();
    }

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        return ServerFixture.rows(statement.executeQuery(sql));
    }

    private static SQLException failure(ThrowingCallable call) {
        return catchThrowableOfType(SQLException.class, call);
    }

    @Test
    void settingsSchemaAndPropertiesAreThoseOfTheFormerSession() throws SQLException {
        String url = "jdbc:tidemark://127.0.0.1:" + server.port() + ";timeZone=Europe/Vienna";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SET 'statement.timeout' = '77 s'");
            connection.setSchema("sys");
            restart();
            assertThat(rows(statement, "SET 'statement.timeout'")).containsExactly("statement.timeout|77 s");
            assertThat(rows(statement, "SET 'time-zone'")).containsExactly("time-zone|Europe/Vienna");
            assertThat(connection.getSchema()).isEqualTo("sys");
            assertThat(rows(connection.createStatement(), "SELECT 1")).containsExactly("1");
        }
    }

    @Test
    void statementsAreNeverTakenForThoseOfTheNewSession() throws SQLException {
        try (Connection connection = server.connect();
                Statement reading = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("SELECT CAST(? AS INT)")) {
            ResultSet rows = reading.executeQuery(server.slowRows());
            prepared.setInt(1, 5);
            restart();
            assertThat(ServerFixture.rows(prepared.executeQuery())).containsExactly("5");
            try (Statement other = connection.createStatement();
                    ResultSet others = other.executeQuery(server.manyRows())) {
                others.next();
                SQLException gone = failure(() -> {
                    while (rows.next()) {
                        // What had come already may still be read.
                    }
                });
                assertThat(gone.getSQLState()).isEqualTo("24000");
                assertThat(others.getLong(1)).isEqualTo(1);
            }
        }
    }

    @Test
    void anOpenTransactionIsLostLoudly() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            restart();
            statement.executeUpdate("UPDATE many SET name = 'first' WHERE n = 1");
            restart();
            SQLException lost = failure(() -> statement.executeUpdate("UPDATE many SET name = 'other' WHERE n = 2"));
            assertThat(lost.getSQLState()).isEqualTo("08006");
            assertThat(failure(connection::commit).getSQLState()).startsWith("08");
            assertThat(connection.isValid(10)).isFalse();
            connection.rollback();
            statement.executeUpdate("UPDATE many SET name = 'second' WHERE n = 2");
            connection.commit();
            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(rows(statement, "SELECT n, name FROM many WHERE n < 3 ORDER BY n"))
                    .containsExactly("1|name", "2|second");
        }
    }

    @Test
    void switchingAutocommitOnFailsWithALostTransactionAndStaysOff() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE many SET name = 'lost' WHERE n = 7");
            restart();
            assertThat(failure(() -> connection.setAutoCommit(true)).getSQLState())
                    .isEqualTo("08006");
            assertThat(failure(connection::commit).getSQLState()).isEqualTo("08006");
            connection.rollback();
            assertThat(connection.getAutoCommit()).isFalse();
            statement.executeUpdate("UPDATE many SET name = 'undone' WHERE n = 7");
            connection.rollback();
            assertThat(rows(statement, "SELECT name FROM many WHERE n = 7")).containsExactly("name");
            connection.commit();
            restart();
            connection.commit();
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }
}
