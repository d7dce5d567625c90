package io.tidemark.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who guesses passwords, or puts SQL where a name belongs, neither gets in nor harms others. */
class GuessedPasswordsAndNamesTest {

    private static final int GUESSERS = 8;
    private static final int GUESSES = 50;
    private static final String ADMINISTRATOR = "correct-horse";
    private static final String PASSWORD = "battery-staple";

    @TempDir
    Path directory;

    private ServerFixture server;

    @BeforeEach
    void startServer() throws SQLException {
        server = new ServerFixture(directory.resolve("data"));
        server.execute("CREATE TABLE kept (k INT PRIMARY KEY, v VARCHAR)");
        server.execute("INSERT INTO kept VALUES (1, 'a'), (2, 'b')");
        server.execute("CREATE USER ada PASSWORD '" + ADMINISTRATOR + "'");
        execute("CREATE USER ben PASSWORD '" + PASSWORD + "'");
        execute("GRANT SELECT ON kept TO ben");
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = server.connect("ada", ADMINISTRATOR);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ServerFixture.rows(rows);
        }
    }

    /** Tries passwords one after the other, and gives the SQLSTATE of each refusal. */
    private List<String> guess(int guesser) {
        List<String> states = new ArrayList<>();
        for (int i = 0; i < GUESSES; i++) {
            String user = guesser % 2 == 0 ? "ada" : "nobody";
            try (Connection in = server.connect(user, "guess-" + guesser + "-" + i)) {
                states.add("in: " + in);
            } catch (SQLException e) {
                states.add(e.getSQLState());
            }
        }
        return states;
    }

    @Test
    @Timeout(120)
    void wrongCredentialsAtSpeedNeitherGetInNorKeepOthersOut() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(GUESSERS);
        try (Connection open = server.connect("ben", PASSWORD)) {
            List<Future<List<String>>> guessing = new ArrayList<>();
            for (int i = 0; i < GUESSERS; i++) {
                int guesser = i;
                guessing.add(threads.submit(() -> guess(guesser)));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(rows(open, "SELECT k FROM kept ORDER BY k")).containsExactly("1", "2");
                try (Connection another = server.connect("ben", PASSWORD)) {
                    assertThat(rows(another, "SELECT COUNT(*) FROM kept")).containsExactly("2");
                }
            }
            for (Future<List<String>> guesser : guessing) {
                assertThat(guesser.get()).hasSize(GUESSES).containsOnly("28000");
            }
            // Their target has been in before the guesses, and so does not wait for what they have cost.
            try (Connection administrator = server.connect("ada", ADMINISTRATOR)) {
                assertThat(rows(administrator, "SELECT COUNT(*) FROM kept")).containsExactly("2");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Metadata {
        ResultSet ask(DatabaseMetaData metadata, String name) throws SQLException;
    }

    private static final List<Metadata> CALLS = List.of(
            (metadata, name) -> metadata.getTables(null, null, name, null),
            (metadata, name) -> metadata.getTables(name, null, "%", null),
            (metadata, name) -> metadata.getTables(null, name, "%", new String[] {"TABLE"}),
            (metadata, name) -> metadata.getTables(null, null, "kept", new String[] {name}),
            (metadata, name) -> metadata.getColumns(null, null, name, "%"),
            (metadata, name) -> metadata.getColumns(null, name, "kept", "%"),
            (metadata, name) -> metadata.getColumns(null, null, "kept", name),
            (metadata, name) -> metadata.getSchemas(null, name),
            (metadata, name) -> metadata.getPrimaryKeys(null, null, name),
            (metadata, name) -> metadata.getIndexInfo(null, null, name, false, true),
            (metadata, name) -> metadata.getFunctions(null, null, name),
            (metadata, name) -> metadata.getProcedures(null, null, name),
            (metadata, name) -> metadata.getTablePrivileges(null, null, name),
            (metadata, name) -> metadata.getColumnPrivileges(null, null, "kept", name),
            (metadata, name) -> metadata.getImportedKeys(null, null, name),
            (metadata, name) -> metadata.getBestRowIdentifier(null, null, name, DatabaseMetaData.bestRowSession, true));

    private static final List<String> NAMES = List.of(
            "'; DROP TABLE kept; --",
            "kept'; DELETE FROM kept WHERE '1'='1",
            "kept\"; DROP TABLE kept; --",
            "\" OR 1=1 --",
            "' OR '1'='1",
            "kept' UNION SELECT v FROM kept --",
            "'",
            "\"",
            "''",
            "`",
            "\\",
            "\\'",
            "\\\\'",
            "\\E.*\\Q",
            "(",
            "[",
            "*",
            "a{99999}",
            "kept/* ",
            "kept;",
            "kept\n--",
            "kept\u0000",
            "%a".repeat(60) + "%",
            "k".repeat(100_000));

    @Test
    @Timeout(120)
    void sqlInTheNamesOfMetadataCallsFindsNothingAndDoesNothing() throws SQLException {
        execute("CREATE TABLE " + "a".repeat(120) + " (k INT)");
        try (Connection connection = server.connect("ada", ADMINISTRATOR)) {
            DatabaseMetaData metadata = connection.getMetaData();
            for (String name : NAMES) {
                for (Metadata call : CALLS) {
                    try (ResultSet rows = call.ask(metadata, name)) {
                        List<String> found = ServerFixture.rows(rows);
                        assertThat(found).noneMatch(row -> row.contains("kept"));
                    } catch (SQLFeatureNotSupportedException notThere) {
                        assertThat(notThere.getSQLState()).isEqualTo("0A000");
                    }
                }
            }
            assertThat(rows(connection, "SELECT k, v FROM kept ORDER BY k")).containsExactly("1|a", "2|b");
        }
    }
}
