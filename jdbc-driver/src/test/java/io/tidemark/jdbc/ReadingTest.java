package io.tidemark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.tidemark.jdbc.wire.WireService;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows come as they arrive, and a wait for them can be ended in every way JDBC knows. */
@Timeout(60)
class ReadingTest {

    private static final String PUSH = "SELECT STREAM x FROM s";

    private final FakeServer server = new FakeServer();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger handle = new AtomicInteger();
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection(server.url());
        server.meta().on(PUSH, statement -> {
            handle.set(statement.id);
            return FakeMeta.some(Columns.INTEGER);
        });
    }

    @AfterEach
    void stop() throws SQLException {
        connection.close();
        server.close();
        threads.shutdownNow();
    }

    @Test
    void theLastRowOfAFrameIsHandedOutBeforeTheNextFrameComes() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(PUSH)) {
            push(1, 2);
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(2);
            push(3);
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt("X")).isEqualTo(3);
        }
    }

    @Test
    void hundredsOfHeartbeatsAreWaitedThrough() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(PUSH)) {
            for (int i = 0; i < 500; i++) {
                push();
            }
            push(7);
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(7);
        }
    }

    @Test
    void aResultEndsWithTheFrameThatSaysSo() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(PUSH)) {
            server.meta().framesOf(handle.get()).add(FakeMeta.all(Columns.INTEGER, FakeMeta.row(1)));
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isFalse();
            assertThat(rows.isAfterLast()).isTrue();
        }
        assertThat(server.meta().executed()).containsExactly(PUSH);
    }

    @Test
    void cancelFromAnotherThreadEndsTheWaitOnTheServerToo() throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(PUSH)) {
            Future<SQLException> reader = readInBackground(rows);
            statement.cancel();
            SQLException e = reader.get(20, TimeUnit.SECONDS);
            assertThat((Throwable) e).hasMessage("the statement was cancelled by a user");
            assertThat(e.getSQLState()).isEqualTo("57014");
            assertThat(server.meta().executed()).anyMatch(sql -> sql.matches("CANCEL STATEMENT '[-0-9a-f]{36}/\\d+'"));
        }
    }

    @Test
    void aCancelledStatementCanBeUsedAgain() throws Exception {
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery(PUSH);
            Future<SQLException> reader = readInBackground(rows);
            statement.cancel();
            reader.get(20, TimeUnit.SECONDS);
            server.meta().on("SELECT 1", h -> FakeMeta.all(Columns.INTEGER, FakeMeta.row(1)));
            try (ResultSet again = statement.executeQuery("SELECT 1")) {
                assertThat(again.next()).isTrue();
            }
        }
    }

    @Test
    void closeFromAnotherThreadEndsTheWait() throws Exception {
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery(PUSH);
            Future<SQLException> reader = readInBackground(rows);
            rows.close();
            assertThat((Throwable) reader.get(20, TimeUnit.SECONDS)).hasMessage("the result set is closed");
            assertThat(server.meta().executed()).anyMatch(sql -> sql.startsWith("CANCEL STATEMENT"));
        }
    }

    @Test
    void closingTheStatementEndsACallThatRunsInAnotherThread() throws Exception {
        server.meta().on("INSERT INTO t SELECT * FROM s EMIT ONCE", h -> {
            handle.set(h.id);
            Object end = server.meta().framesOf(h.id).take();
            throw (RuntimeException) end;
        });
        Statement statement = connection.createStatement();
        Future<SQLException> caller = threads.submit(() -> catchThrowableOfType(
                SQLException.class, () -> statement.execute("INSERT INTO t SELECT * FROM s EMIT ONCE")));
        await().until(() -> handle.get() > 0);
        statement.close();
        assertThat(caller.get(20, TimeUnit.SECONDS).getSQLState()).isEqualTo("57014");
    }

    @Test
    void closingTheConnectionEndsAllWaits() throws Exception {
        ResultSet rows = connection.createStatement().executeQuery(PUSH);
        Future<SQLException> reader = readInBackground(rows);
        connection.close();
        assertThat(reader.get(20, TimeUnit.SECONDS).getSQLState()).isEqualTo("57014");
    }

    @Test
    void aQueryTimeoutEndsTheStatementAndSaysSo() throws SQLException {
        server.meta().on("FLUSH", h -> {
            Object end = server.meta().framesOf(h.id).take();
            throw (RuntimeException) end;
        });
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            SQLException e = catchThrowableOfType(SQLException.class, () -> statement.execute("FLUSH"));
            assertThat((Throwable) e)
                    .isInstanceOf(SQLTimeoutException.class)
                    .hasMessage("the statement took longer than its timeout of 1 s");
            assertThat(e.getSQLState()).isEqualTo("57014");
        }
    }

    @Test
    void fortyPushQueriesWaitAtATime() throws Exception {
        List<Future<SQLException>> readers = new ArrayList<>();
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Statement statement = connection.createStatement();
            statements.add(statement);
            readers.add(readInBackground(statement.executeQuery(PUSH)));
        }
        server.meta().on("SELECT 1", h -> FakeMeta.all(Columns.INTEGER, FakeMeta.row(1)));
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            assertThat(rows.next()).isTrue();
        }
        for (Statement statement : statements) {
            statement.close();
        }
        for (Future<SQLException> reader : readers) {
            assertThat((Throwable) reader.get(20, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void noMoreThanMaxRowsAreReadFromAnyStatement() throws SQLException {
        server.meta().on("SELECT x", h -> {
            server.meta().framesOf(h.id).add(FakeMeta.some(Columns.INTEGER, FakeMeta.row(2), FakeMeta.row(3)));
            return FakeMeta.some(Columns.INTEGER, FakeMeta.row(1));
        });
        try (Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("SELECT x")) {
            statement.setMaxRows(2);
            prepared.setMaxRows(2);
            assertThat(count(statement.executeQuery("SELECT x"))).isEqualTo(2);
            assertThat(count(prepared.executeQuery())).isEqualTo(2);
        }
    }

    @Test
    void theFetchSizeReachesTheServer() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.getFetchSize()).isEqualTo(20_000);
            statement.setFetchSize(17);
            try (ResultSet rows = statement.executeQuery(PUSH)) {
                push(1);
                rows.next();
            }
        }
        assertThat(server.meta().fetchSizes()).containsExactly(17);
    }

    @Test
    void warningsAreAskedForWhenTheyAreWantedAndOnlyThen() throws SQLException {
        server.meta().on("INSERT INTO sink SELECT * FROM s", h -> 0L);
        server.meta()
                .on(
                        "SHOW WARNINGS",
                        h -> FakeMeta.all(
                                Columns.WARNING,
                                FakeMeta.row("NOTE-01", "01T10", "started query \"q1\""),
                                FakeMeta.row("8011", "01T11", "2 rows were late")));
        try (Statement statement = connection.createStatement()) {
            assertThat((Throwable) statement.getWarnings()).isNull();
            assertThat(statement.executeUpdate("INSERT INTO sink SELECT * FROM s"))
                    .isZero();
            assertThat(server.meta().executed()).hasSize(1);
            SQLWarning first = statement.getWarnings();
            assertThat((Throwable) first).hasMessage("NOTE-01: started query \"q1\"");
            assertThat(first.getSQLState()).isEqualTo("01T10");
            assertThat(first.getNextWarning().getErrorCode()).isEqualTo(8011);
            assertThat((Throwable) connection.getWarnings()).isSameAs(first);
            assertThat(server.meta().executed()).hasSize(2);
            statement.clearWarnings();
            assertThat((Throwable) statement.getWarnings()).isNull();
        }
    }

    @Test
    void warningsThatComeWithTheLastRowsAreNotMissed() throws SQLException {
        List<String> late = new ArrayList<>();
        server.meta().on("SHOW WARNINGS", h -> {
            late.add("asked");
            return FakeMeta.all(Columns.WARNING, FakeMeta.row("8011", "01T11", late.size() + " rows were late"));
        });
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(PUSH)) {
            assertThat((Throwable) statement.getWarnings()).hasMessage("1 rows were late");
            assertThat((Throwable) statement.getWarnings()).hasMessage("1 rows were late");
            server.meta().framesOf(handle.get()).add(FakeMeta.all(Columns.INTEGER));
            assertThat(rows.next()).isFalse();
            assertThat((Throwable) statement.getWarnings()).hasMessage("2 rows were late");
            assertThat((Throwable) statement.getWarnings()).hasMessage("2 rows were late");
        }
    }

    private void push(int... values) {
        Object[] rows = java.util.Arrays.stream(values).mapToObj(FakeMeta::row).toArray();
        server.meta().framesOf(handle.get()).add(FakeMeta.some(Columns.INTEGER, rows));
    }

    /** Starts a reader and returns when it waits for the server. */
    private Future<SQLException> readInBackground(ResultSet rows) throws SQLException {
        int id = ((org.apache.calcite.avatica.AvaticaStatement) rows.getStatement()).getId();
        WireService wire = connection.unwrap(RemoteConnection.class).wire();
        Future<SQLException> reader = threads.submit(() -> catchThrowableOfType(SQLException.class, () -> count(rows)));
        await().until(() -> wire.isWaiting(id));
        return reader;
    }

    private static int count(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        return count;
    }
}
