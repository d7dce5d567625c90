package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of several statements, through the driver. */
class TransactionsTest {

    @TempDir
    Path directory;

    private ServerFixture server;
    private Connection connection;

    @BeforeEach
    void start() throws SQLException {
        server = new ServerFixture(directory, Map.of("epoch.max-rows", "20", "transaction.max-rows", "2000"));
        server.execute("CREATE TABLE accounts (id INT NOT NULL, amount INT, PRIMARY KEY (id))");
        server.execute("CREATE TABLE savings (id INT NOT NULL, amount INT, PRIMARY KEY (id))");
        server.execute("CREATE TABLE notes (id INT, text STRING)");
        server.execute("CREATE STREAM events (id INT)");
        connection = server.connect();
        connection.setAutoCommit(false);
    }

    @AfterEach
    void stop() throws SQLException {
        connection.close();
        server.close();
    }

    private static int execute(Connection on, String sql) throws SQLException {
        try (Statement statement = on.createStatement()) {
            return statement.execute(sql) ? -1 : statement.getUpdateCount();
        }
    }

    private static List<String> rows(Connection on, String sql) throws SQLException {
        try (Statement statement = on.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ServerFixture.rows(rows);
        }
    }

    private static void fails(ThrowingCallable call, String state, String message) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getSQLState()).isEqualTo(state);
            assertThat(e.getMessage()).contains(message);
        });
    }

    @Test
    void aTransactionSeesItsOwnChangesAndNobodyElseDoesBeforeItCommits() throws SQLException {
        server.execute("INSERT INTO accounts VALUES (1, 10), (2, 20)");
        assertThat(execute(connection, "INSERT INTO accounts VALUES (3, 30), (2, 21)"))
                .isEqualTo(2);
        assertThat(execute(connection, "UPDATE accounts SET amount = amount + 1 WHERE id >= 2"))
                .isEqualTo(2);
        assertThat(execute(connection, "DELETE FROM accounts WHERE id = 1")).isEqualTo(1);
        assertThat(execute(connection, "INSERT INTO events VALUES (1), (2)")).isEqualTo(2);
        assertThat(execute(connection, "INSERT INTO notes VALUES (1, 'a'), (1, 'a'), (2, 'b')"))
                .isEqualTo(3);
        String accounts = "SELECT * FROM accounts ORDER BY id";
        assertThat(rows(connection, accounts)).containsExactly("2|22", "3|31");
        assertThat(rows(connection, "SELECT amount FROM accounts WHERE id = 2")).containsExactly("22");
        assertThat(rows(connection, "SELECT amount FROM accounts WHERE id = 1")).isEmpty();
        assertThat(rows(connection, "SELECT COUNT(*), MAX(id) FROM events")).containsExactly("2|2");
        assertThat(rows(connection, "SELECT COUNT(*) FROM notes")).containsExactly("3");
        assertThat(server.rows(accounts)).containsExactly("1|10", "2|20");
        assertThat(server.rows("SELECT COUNT(*) FROM events")).containsExactly("0");
        connection.commit();

        assertThat(server.rows(accounts)).containsExactly("2|22", "3|31");
        assertThat(server.rows("SELECT COUNT(*) FROM events")).containsExactly("2");
        connection.close();
        server.restart();
        assertThat(server.rows(accounts)).containsExactly("2|22", "3|31");
        assertThat(server.rows("SELECT COUNT(*) FROM notes WHERE id = 1")).containsExactly("2");
    }

    @Test
    void rowsWithoutAKeyAreTakenAwayAsOftenAsTheyAreThere() throws SQLException {
        server.execute("INSERT INTO notes VALUES (1, 'a'), (1, 'a'), (2, 'b')");
        execute(connection, "INSERT INTO notes VALUES (1, 'a')");
        assertThat(execute(connection, "DELETE FROM notes WHERE id = 1")).isEqualTo(3);
        execute(connection, "INSERT INTO notes VALUES (1, 'a')");
        assertThat(execute(connection, "UPDATE notes SET text = 'c' WHERE id = 2"))
                .isEqualTo(1);
        assertThat(rows(connection, "SELECT * FROM notes ORDER BY id")).containsExactly("1|a", "2|c");
        connection.commit();

        assertThat(server.rows("SELECT * FROM notes ORDER BY id")).containsExactly("1|a", "2|c");
    }

    @Test
    void aTransactionReadsOneSnapshotWhateverOthersCommit() throws SQLException {
        server.execute("INSERT INTO accounts VALUES (1, 10)");
        assertThat(rows(connection, "SELECT COUNT(*) FROM savings")).containsExactly("0");
        server.execute("UPDATE accounts SET amount = 11");
        server.execute("INSERT INTO savings VALUES (1, 1)");
        server.execute("INSERT INTO events VALUES (1)");
        assertThat(rows(connection, "SELECT amount FROM accounts")).containsExactly("10");
        assertThat(rows(connection, "SELECT COUNT(*) FROM savings")).containsExactly("0");
        assertThat(rows(connection, "SELECT COUNT(*) FROM events")).containsExactly("0");
        connection.commit();

        assertThat(rows(connection, "SELECT amount FROM accounts")).containsExactly("11");
        assertThat(rows(connection, "SELECT COUNT(*) FROM events")).containsExactly("1");
    }

    @Test
    void theFirstToCommitAChangeOfARowWins() throws SQLException {
        server.execute("INSERT INTO accounts VALUES (1, 10), (2, 20)");
        execute(connection, "UPDATE accounts SET amount = 0 WHERE id = 1");
        server.execute("UPDATE accounts SET amount = 12 WHERE id = 1");
        fails(connection::commit, "40001", "the row with the primary key {\"id\":1} of table \"accounts\"");
        assertThat(server.rows("SELECT amount FROM accounts ORDER BY id")).containsExactly("12", "20");

        execute(connection, "INSERT INTO accounts VALUES (3, 1)");
        server.execute("INSERT INTO accounts VALUES (3, 2)");
        fails(connection::commit, "40001", "{\"id\":3}");

        execute(connection, "UPDATE accounts SET amount = 0 WHERE id = 1");
        server.execute("UPDATE accounts SET amount = 22 WHERE id = 2");
        connection.commit();
        assertThat(server.rows("SELECT amount FROM accounts ORDER BY id")).containsExactly("0", "22", "2");
    }

    @Test
    void whatWasWrittenToATableDroppedOrReplacedMeanwhileIsRolledBack() throws SQLException {
        String table = "CREATE TABLE accounts (id INT NOT NULL, amount INT, PRIMARY KEY (id))";
        String reason = "table \"accounts\" was dropped or replaced since the transaction began, so the transaction was"
                + " rolled back. run it again";
        execute(connection, "INSERT INTO accounts VALUES (1, 10)");
        server.execute("DROP TABLE accounts");
        fails(connection::commit, "40001", reason);
        server.execute(table);

        execute(connection, "INSERT INTO accounts VALUES (1, 10)");
        execute(connection, "INSERT INTO savings VALUES (1, 10)");
        execute(connection, "INSERT INTO events VALUES (1)");
        server.execute("DROP TABLE accounts");
        server.execute(table);
        fails(connection::commit, "40001", reason);
        assertThat(rows(connection, "SELECT COUNT(*) FROM savings")).containsExactly("0");
        assertThat(rows(connection, "SELECT COUNT(*) FROM events")).containsExactly("0");
        connection.commit();

        execute(connection, "INSERT INTO accounts VALUES (1, 10)");
        server.execute(table.replace("TABLE", "OR REPLACE TABLE"));
        fails(connection::commit, "40001", reason);
        execute(connection, "INSERT INTO events VALUES (1)");
        server.execute("DROP STREAM events");
        fails(connection::commit, "40001", "stream \"events\" was dropped or replaced");

        execute(connection, "INSERT INTO accounts VALUES (2, 10)");
        connection.commit();
        assertThat(server.rows("SELECT id FROM accounts")).containsExactly("2");
    }

    /** Each statement by itself either comes before the DROP, or is told that the table is not there, or that it went meanwhile. */
    @Test
    void aStatementByItselfThatRacesWithADropIsAConflict() throws Exception {
        connection.setAutoCommit(true);
        CompletableFuture<List<String>> refused = CompletableFuture.supplyAsync(() -> {
            List<String> states = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                try {
                    execute(connection, "INSERT INTO accounts VALUES (" + i + ", 10)");
                } catch (SQLException e) {
                    states.add(e.getSQLState());
                }
            }
            return states;
        });
        while (!refused.isDone()) {
            server.execute("DROP TABLE accounts");
            server.execute("CREATE TABLE accounts (id INT NOT NULL, amount INT, PRIMARY KEY (id))");
        }
        assertThat(refused.join()).isSubsetOf("40001", "42P01");
    }

    @Test
    void whatIsRolledBackOrNotCommittedIsGone() throws SQLException {
        execute(connection, "INSERT INTO accounts VALUES (1, 10)");
        connection.rollback();
        assertThat(rows(connection, "SELECT COUNT(*) FROM accounts")).containsExactly("0");
        execute(connection, "INSERT INTO accounts VALUES (2, 10)");
        connection.close();
        assertThat(server.rows("SELECT COUNT(*) FROM accounts")).containsExactly("0");
        connection = server.connect();
        connection.setAutoCommit(false);
        execute(connection, "INSERT INTO accounts VALUES (3, 10)");
        connection.setAutoCommit(true);
        assertThat(server.rows("SELECT id FROM accounts")).containsExactly("3");
    }

    @Test
    void aStatementThatFailsLeavesTheOthersOfItsTransaction() throws SQLException {
        execute(connection, "INSERT INTO accounts VALUES (1, 10), (2, 20)");
        fails(() -> execute(connection, "UPDATE accounts SET id = 2 WHERE id = 1"), "23505", "{\"id\":2}");
        fails(() -> execute(connection, "INSERT INTO accounts VALUES (3, 1 / 0)"), "22012", "nothing was changed");
        connection.commit();
        assertThat(server.rows("SELECT * FROM accounts ORDER BY id")).containsExactly("1|10", "2|20");
    }

    /** Money moves between two tables; a query that reads both never sees it in neither or in both. */
    @Test
    void aTransactionOverSeveralTablesEntersOneEpochOfEachQuery() throws Exception {
        server.execute("INSERT INTO accounts VALUES (1, 100)");
        server.execute("INSERT INTO savings VALUES (1, 0)");
        server.execute("CREATE MATERIALIZED VIEW total AS SELECT SUM(amount) AS amount, COUNT(*) AS n FROM"
                + " (SELECT amount FROM accounts UNION ALL SELECT amount FROM savings)");
        server.execute("FLUSH");
        try (Connection watching = server.connect();
                Statement statement = watching.createStatement();
                ResultSet changes = statement.executeQuery("SELECT STREAM amount FROM total")) {
            CompletableFuture<List<String>> seen = CompletableFuture.supplyAsync(() -> {
                try {
                    List<String> amounts = new ArrayList<>();
                    while (changes.next()) {
                        amounts.add(changes.getString(1));
                        if (changes.getInt(1) == 7) {
                            return amounts;
                        }
                    }
                    return amounts;
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            for (int i = 0; i < 40; i++) {
                execute(connection, "UPDATE accounts SET amount = amount - 1");
                execute(connection, "UPDATE savings SET amount = amount + 1");
                connection.commit();
                assertThat(server.rows("SELECT SUM(amount) FROM (SELECT amount FROM accounts UNION ALL SELECT amount"
                                + " FROM savings)"))
                        .containsExactly("100");
            }
            server.execute("FLUSH");
            server.execute("UPDATE accounts SET amount = 7 - 40");
            assertThat(seen.join()).containsExactly("100", "7");
        }
    }

    @Test
    void aTransactionEntersOneEpochHoweverLargeItIs() throws SQLException {
        server.execute("CREATE MATERIALIZED VIEW counted AS SELECT COUNT(*) AS n FROM events");
        server.execute("PAUSE QUERY counted");
        execute(connection, "INSERT INTO events VALUES (0), (0), (0)");
        connection.commit();
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO events VALUES (?)")) {
            for (int i = 0; i < 100; i++) {
                insert.setInt(1, i);
                insert.execute();
            }
        }
        connection.commit();
        server.execute("RESUME QUERY counted");
        server.execute("FLUSH");
        assertThat(server.rows("SELECT rows_in FROM sys.epochs WHERE query = 'counted' AND rows_in > 0 ORDER BY epoch"))
                .containsExactly("103");
        assertThat(server.rows("SELECT n FROM counted")).containsExactly("103");
    }

    @Test
    void aBatchIsOneTransaction() throws SQLException {
        connection.setAutoCommit(true);
        server.execute("CREATE MATERIALIZED VIEW counted AS SELECT COUNT(*) AS n FROM events");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO events VALUES (?)")) {
            for (int i = 0; i < 1000; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(1000).containsOnly(1);
        }
        server.execute("FLUSH");
        assertThat(server.rows("SELECT rows_in FROM sys.epochs WHERE query = 'counted' AND rows_in > 0"))
                .containsExactly("1000");
        try (Statement batch = connection.createStatement()) {
            batch.addBatch("INSERT INTO accounts VALUES (1, 1)");
            batch.addBatch("INSERT INTO accounts VALUES (2, 1 / 0)");
            assertThatThrownBy(batch::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class, e -> {
                assertThat(e.getSQLState()).isEqualTo("22012");
                assertThat(e.getErrorCode()).isEqualTo(2003);
                assertThat(e.getUpdateCounts()).isEmpty();
                assertThat((Throwable) e)
                        .hasMessageEndingWith("statement 2 of 2 of the batch failed; nothing of the batch was kept");
            });
        }
        assertThat(server.rows("SELECT COUNT(*) FROM accounts")).containsExactly("0");
    }

    @Test
    void aBatchThatFailsLeavesNothingOfItselfInTheTransaction() throws SQLException {
        server.execute("INSERT INTO accounts VALUES (1, 10), (2, 20)");
        execute(connection, "INSERT INTO notes VALUES (1, 'a'), (1, 'a')");
        execute(connection, "DELETE FROM accounts WHERE id = 2");
        execute(connection, "INSERT INTO events VALUES (1)");
        try (Statement batch = connection.createStatement()) {
            batch.addBatch("INSERT INTO notes VALUES (1, 'a'), (3, 'c')");
            batch.addBatch("UPDATE accounts SET amount = 0");
            batch.addBatch("INSERT INTO accounts VALUES (2, 22)");
            batch.addBatch("INSERT INTO savings VALUES (1, 1)");
            batch.addBatch("INSERT INTO events VALUES (2)");
            batch.addBatch("INSERT INTO accounts VALUES (3, 1 / 0)");
            assertThatThrownBy(batch::executeBatch)
                    .isInstanceOfSatisfying(
                            BatchUpdateException.class,
                            e -> assertThat(e.getUpdateCounts()).isEmpty());
        }
        assertThat(rows(connection, "SELECT * FROM accounts")).containsExactly("1|10");
        execute(connection, "INSERT INTO savings VALUES (2, 2)");
        connection.commit();
        assertThat(server.rows("SELECT * FROM accounts")).containsExactly("1|10");
        assertThat(server.rows("SELECT * FROM notes")).containsExactly("1|a", "1|a");
        assertThat(server.rows("SELECT * FROM savings")).containsExactly("2|2");
        assertThat(server.rows("SELECT * FROM events")).containsExactly("1");
    }

    @Test
    void aBatchThatBeginsATransactionAndFailsLeavesNone() throws SQLException {
        try (Statement batch = connection.createStatement()) {
            batch.addBatch("INSERT INTO accounts VALUES (1, 1)");
            batch.addBatch("SELECT * FROM accounts");
            assertThatThrownBy(batch::executeBatch)
                    .isInstanceOf(BatchUpdateException.class)
                    .hasMessageStartingWith("a batch cannot have a statement that returns rows. run it by itself");
        }
        connection.commit();
        assertThat(server.rows("SELECT COUNT(*) FROM accounts")).containsExactly("0");
    }

    @Test
    void aBatchSaysWhichOfItsStatementsTookEffectAllTheSame() throws SQLException {
        connection.setAutoCommit(true);
        try (Statement batch = connection.createStatement()) {
            batch.addBatch("INSERT INTO accounts VALUES (1, 1)");
            batch.addBatch("CREATE TABLE early (id INT)");
            batch.addBatch("INSERT INTO nowhere VALUES (1)");
            assertThatThrownBy(batch::executeBatch)
                    .isInstanceOfSatisfying(
                            BatchUpdateException.class,
                            e -> assertThat(e.getUpdateCounts())
                                    .containsExactly(Statement.SUCCESS_NO_INFO, Statement.SUCCESS_NO_INFO));
        }
        assertThat(server.rows("SELECT COUNT(*) FROM accounts")).containsExactly("1");
    }

    @Test
    void aRowThatUpdateMayNotMakeIsToldWithItsPlace() throws SQLException {
        connection.setAutoCommit(true);
        server.execute("INSERT INTO accounts VALUES (1, 10), (2, 20)");
        fails(
                () -> execute(connection, "UPDATE accounts SET id = 7"),
                "23505",
                "would have two rows with the primary key {\"id\":7} at line 1, column 21: id."
                        + " give each row a primary key of its own; nothing was changed");
        fails(
                () -> execute(connection, "UPDATE accounts SET amount = id,\n id = NULL WHERE id = 1"),
                "23502",
                "at line 2, column 2: id. give the column a value");
        assertThat(server.rows("SELECT id FROM accounts ORDER BY id")).containsExactly("1", "2");
    }

    @Test
    void whatCannotBePartOfATransactionIsRefused() throws SQLException {
        execute(connection, "CREATE TABLE early (id INT)");
        execute(connection, "INSERT INTO accounts VALUES (1, 10)");
        fails(
                () -> execute(connection, "CREATE TABLE late (id INT)"),
                "25001",
                "CREATE TABLE cannot run inside a transaction, and would not be undone");
        fails(() -> execute(connection, "FLUSH"), "25001", "FLUSH cannot run inside a transaction at line 1");
        fails(
                () -> execute(connection, "SELECT STREAM * FROM events"),
                "25001",
                "SELECT STREAM cannot run inside a transaction at line 1, column 1. COMMIT or ROLLBACK first");
        fails(() -> execute(connection, "DROP TABLE savings"), "25001", "DROP TABLE cannot run inside");
        fails(() -> execute(connection, "PAUSE QUERY counted"), "25001", "PAUSE QUERY cannot run inside");
        fails(
                () -> execute(connection, "INSERT INTO notes SELECT id, 'x' FROM events"),
                "25001",
                "INSERT INTO … SELECT from a stream, which starts a query, cannot run inside a transaction");
        fails(() -> execute(connection, "SAVEPOINT a"), "0A000", "savepoint");
        assertThatThrownBy(connection::setSavepoint)
                .isInstanceOf(SQLFeatureNotSupportedException.class)
                .hasMessageStartingWith("savepoints are not supported; commit");
        assertThat(rows(connection, "SELECT * FROM accounts")).containsExactly("1|10");
        fails(
                () -> execute(connection, "INSERT INTO notes SELECT id, 'x' FROM accounts TABLESAMPLE BERNOULLI(50)"),
                "0A000",
                "not supported");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO accounts VALUES (?, 1)")) {
            for (int i = 0; i < 2001; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            fails(insert::executeBatch, "53400", "at most 2000");
        }
        connection.rollback();
        connection.setAutoCommit(true);
        fails(connection::commit, "25P01", "no transaction is open");
    }

    @Test
    void theIsolationIsWhatTheDriverSays() throws SQLException {
        assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(connection.getMetaData().supportsTransactions()).isTrue();
        assertThat(connection.getMetaData().getDefaultTransactionIsolation())
                .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        fails(
                () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE),
                "0A000",
                "all transactions are REPEATABLE READ");
    }
}
