package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.ServerFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in the process of its client: {@code jdbc:tidemark:embedded:directory}. */
class EmbeddedTest {

    @TempDir
    Path directory;

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:tidemark:embedded:" + directory.resolve("data"));
    }

    @Test
    void theServerLivesAsLongAsItsConnectionsAndItsDataLonger() throws Exception {
        try (Connection first = connect();
                Connection second = connect();
                Statement statement = first.createStatement()) {
            statement.execute("CREATE TABLE items (id INT NOT NULL, name STRING, PRIMARY KEY (id))");
            statement.executeUpdate("INSERT INTO items VALUES (1, 'one')");
            assertThat(ServerFixture.rows(second.createStatement().executeQuery("SELECT * FROM items")))
                    .containsExactly("1|one");
            assertThat(second.isValid(10)).isTrue();
            assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM nowhere"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("nowhere");
        }
        try (Connection again = connect();
                Statement statement = again.createStatement()) {
            assertThat(ServerFixture.rows(statement.executeQuery("SELECT * FROM items")))
                    .containsExactly("1|one");
        }
    }

    @Test
    void aPushQueryDeliversAndIsCancelled() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                Statement other = connection.createStatement()) {
            other.execute("CREATE STREAM news (n INT)");
            other.executeUpdate("INSERT INTO news VALUES (1)");
            ResultSet rows = statement.executeQuery("SELECT STREAM n FROM news");
            assertThat(rows.next()).isTrue();
            CompletableFuture<Void> unused = CompletableFuture.runAsync(
                    () -> {
                        try {
                            statement.cancel();
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
            assertThatThrownBy(rows::next)
                    .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("57014"));
        }
    }

    @Test
    void whatKeepsTheServerFromStartingIsToldInItsWords() {
        assertThatThrownBy(() -> DriverManager.getConnection(
                        "jdbc:tidemark:embedded:" + directory.resolve("data") + ";config.workers.count=many"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("workers.count");
    }

    @Test
    void aClosedConnectionHasNothingLeftToRead() throws SQLException {
        Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1");
        connection.close();
        assertThat(rows.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
        assertThatThrownBy(rows::next)
                .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("24000"));
        rows.close();
        statement.close();
    }
}
