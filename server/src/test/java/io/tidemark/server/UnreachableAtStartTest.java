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
import java.time.Duration;
import java.util.List;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server starts while the database that its queries write to is away: it takes connections, and the queries go on when it is back. */
class UnreachableAtStartTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private Server database;
    private int port;

    @BeforeEach
    void startDatabase() throws SQLException {
        database = database("0");
        port = database.getPort();
    }

    @AfterEach
    void stopDatabase() {
        database.stop();
    }

    private Server database(String wantedPort) throws SQLException {
        String files = directory.resolve("database").toString();
        return Server.createTcpServer("-tcpPort", wantedPort, "-ifNotExists", "-baseDir", files)
                .start();
    }

    private String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/results";
    }

    private ServerFixture server() {
        return new ServerFixture(directory.resolve("data"));
    }

    private void createQuery(ServerFixture server, String name) throws SQLException {
        server.execute("CREATE TABLE " + name + "_table (n INT NOT NULL, c BIGINT, PRIMARY KEY (n) NOT ENFORCED)"
                + " WITH ('connector' = 'jdbc', 'url' = '" + url() + "', 'table-name' = '" + name + "')");
        server.execute("CREATE QUERY " + name + " AS INSERT INTO " + name
                + "_table SELECT n, COUNT(*) FROM numbers GROUP BY n");
    }

    private List<String> written(String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n, c FROM " + table + " ORDER BY n")) {
            return ServerFixture.rows(rows);
        }
    }

    private static void awaitWithoutError(ServerFixture server, String query) {
        await().atMost(PATIENCE)
                .until(() -> server.rows("SELECT last_error FROM sys.queries WHERE name = '" + query + "'")
                        .equals(List.of("NULL")));
    }

    @Test
    void aQueryGoesOnByItselfWhenItsDatabaseIsBack() throws SQLException {
        try (ServerFixture server = server()) {
            server.execute("CREATE STREAM numbers (n INT)");
            createQuery(server, "counts");
            server.execute("CREATE MATERIALIZED VIEW inside AS SELECT COUNT(*) AS c FROM numbers");
            server.execute("INSERT INTO numbers VALUES (1), (2)");
            server.execute("FLUSH");
        }
        database.stop();
        try (ServerFixture server = server()) {
            assertThat(server.rows("SELECT name, state FROM sys.queries ORDER BY name"))
                    .containsExactly("counts|RUNNING", "inside|RUNNING");
            assertThat(server.rows("SELECT last_error FROM sys.queries WHERE name = 'counts'"))
                    .singleElement()
                    .asString()
                    .startsWith("trying again in ")
                    .contains("connecting to \"" + url() + "\" failed");
            assertThat(server.rows("SELECT c FROM inside")).containsExactly("2");
            server.execute("INSERT INTO numbers VALUES (2), (3)");
            assertThatThrownBy(() -> server.execute("PAUSE QUERY counts"))
                    .hasMessageContaining("query \"counts\" is not open yet: trying again in ");
            assertThatThrownBy(() -> server.execute("DROP TABLE counts_table")).hasMessageContaining("counts");
            database = database(String.valueOf(port));
            awaitWithoutError(server, "counts");
            server.execute("FLUSH");
            assertThat(written("counts")).containsExactly("1|1", "2|2", "3|1");
        }
    }

    @Test
    void aPausedQueryStaysPausedAndADroppedOneStaysAway() throws SQLException {
        try (ServerFixture server = server()) {
            server.execute("CREATE STREAM numbers (n INT)");
            createQuery(server, "dropped");
            createQuery(server, "paused");
            createQuery(server, "resumed");
            server.execute("INSERT INTO numbers VALUES (1)");
            server.execute("FLUSH");
            server.execute("PAUSE QUERY paused");
            server.execute("PAUSE QUERY resumed");
        }
        database.stop();
        try (ServerFixture server = server()) {
            assertThat(server.rows("SELECT name, state FROM sys.queries WHERE last_error IS NOT NULL ORDER BY name"))
                    .containsExactly("dropped|RUNNING", "paused|PAUSED", "resumed|PAUSED");
            server.execute("DROP QUERY dropped");
            assertThatThrownBy(() -> server.execute("RESUME QUERY resumed"))
                    .hasMessageContaining("query \"resumed\" is not open yet: trying again in ");
            database = database(String.valueOf(port));
            awaitWithoutError(server, "paused");
            awaitWithoutError(server, "resumed");
            server.execute("INSERT INTO numbers VALUES (1)");
            server.execute("FLUSH resumed");
            assertThat(written("resumed")).containsExactly("1|2");
            assertThat(written("dropped")).containsExactly("1|1");
            await().atMost(PATIENCE)
                    .until(() -> server.rows("SELECT name, state FROM sys.queries ORDER BY name")
                            .equals(List.of("paused|PAUSED", "resumed|RUNNING")));
            assertThat(written("paused")).containsExactly("1|1");
        }
    }
}
