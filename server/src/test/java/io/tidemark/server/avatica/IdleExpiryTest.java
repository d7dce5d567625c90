package io.tidemark.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.Meta.ConnectionHandle;
import org.apache.calcite.avatica.Meta.ExecuteResult;
import org.apache.calcite.avatica.Meta.Frame;
import org.apache.calcite.avatica.Meta.StatementHandle;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody uses is given up, and nothing else; by a clock that stands until it is moved. */
class IdleExpiryTest {

    private static final Duration CONNECTION_IDLE = Duration.ofHours(1);
    private static final Duration RESULT_IDLE = Duration.ofHours(4);
    private static final ConnectionHandle CLIENT = new ConnectionHandle("client");
    private static final ConnectionHandle OTHER = new ConnectionHandle("other");

    @TempDir
    Path directory;

    private final SetClock clock = new SetClock();
    private final OpenConnections connections = new OpenConnections(
            new ConnectionTimeouts(CONNECTION_IDLE, RESULT_IDLE),
            new StatementLimits(10, 1000),
            new CallOrigin(),
            clock);
    private RunningServer server;
    private ServerMeta meta;

    private static final class SetClock extends Clock {
        private Instant now = Instant.parse("2024-01-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @BeforeEach
    void start() throws NoSuchStatementException {
        server = new RunningServer(ServerSettings.defaults()
                .with(Map.of("server.port", "0", "server.data-directory", directory.toString())));
        meta = new ServerMeta(
                connections, server.sessions(), new CallOrigin(), new RunningStatements(8), Runnable::run, clock);
        meta.openConnection(CLIENT, Map.of());
        execute(CLIENT, "CREATE TABLE t (n INT NOT NULL, PRIMARY KEY (n))");
        execute(CLIENT, "CREATE TABLE digits (d INT)");
        execute(CLIENT, "INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
        execute(
                CLIENT,
                "INSERT INTO t SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d FROM digits a, digits b, digits c, digits e,"
                        + " digits f WHERE f.d < 3");
    }

    @AfterEach
    void stop() {
        connections.closeAll();
        server.close();
    }

    private void pass(Duration time) {
        clock.now = clock.now.plus(time);
        connections.expire();
    }

    private ExecuteResult execute(StatementHandle statement, String sql) throws NoSuchStatementException {
        return meta.prepareAndExecute(statement, sql, -1, -1, null);
    }

    private ExecuteResult execute(ConnectionHandle connection, String sql) throws NoSuchStatementException {
        StatementHandle statement = meta.createStatement(connection);
        ExecuteResult result = execute(statement, sql);
        meta.closeStatement(statement);
        return result;
    }

    private Object count(ConnectionHandle connection) throws NoSuchStatementException {
        Object row = execute(connection, "SELECT COUNT(*) FROM t")
                .resultSets
                .get(0)
                .firstFrame
                .rows
                .iterator()
                .next();
        return ((Object[]) row)[0];
    }

    private static List<Object> rows(Frame frame) {
        List<Object> rows = new ArrayList<>();
        frame.rows.forEach(rows::add);
        return rows;
    }

    private static void assertFails(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String state, String message) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AvaticaRuntimeException.class, e -> {
            assertThat(e.getSqlState()).isEqualTo(state);
            assertThat(e.getErrorMessage()).startsWith(message);
        });
    }

    @Test
    void a_client_that_reads_slowly_is_alive() throws Exception {
        StatementHandle statement = meta.createStatement(CLIENT);
        Frame frame = execute(statement, "SELECT n FROM t").resultSets.get(0).firstFrame;
        long read = rows(frame).size();
        while (!frame.done) {
            pass(RESULT_IDLE.minusMinutes(1));
            frame = meta.fetch(statement, read, 5000);
            read += rows(frame).size();
        }
        assertThat(read).isEqualTo(30_000);
    }

    @Test
    void a_result_that_is_not_read_is_given_up_and_its_connection_goes_on() throws Exception {
        StatementHandle statement = meta.createStatement(CLIENT);
        execute(statement, "SELECT n FROM t");
        pass(RESULT_IDLE.plusMinutes(1));
        assertFails(
                () -> meta.fetch(statement, 100, 5000),
                "24T01",
                "the result was given up: nothing of it has been read for 14400 s. run the statement again");
        assertThat(rows(execute(statement, "SELECT n FROM t WHERE n = 7")
                        .resultSets
                        .get(0)
                        .firstFrame))
                .hasSize(1);
        assertThat(count(CLIENT)).isEqualTo(30_000L);
    }

    @Test
    void a_push_query_that_nobody_asks_for_rows_is_given_up_too() throws Exception {
        StatementHandle statement = meta.createStatement(CLIENT);
        execute(statement, "SELECT STREAM n FROM t");
        pass(RESULT_IDLE.plusMinutes(1));
        assertFails(() -> meta.fetch(statement, 0, 100), "24T01", "the result was given up");
    }

    @Test
    void a_transaction_in_use_stays_open_and_one_that_is_not_is_rolled_back() throws Exception {
        meta.openConnection(OTHER, Map.of());
        execute(CLIENT, "BEGIN");
        for (int i = 1; i < 5; i++) {
            execute(CLIENT, "INSERT INTO t VALUES (-" + i + ")");
            count(OTHER);
            pass(CONNECTION_IDLE.minusMinutes(1));
        }
        assertThat(count(CLIENT)).isEqualTo(30_004L);
        count(OTHER);
        pass(CONNECTION_IDLE.minusMinutes(1));
        count(OTHER);
        pass(Duration.ofMinutes(2));
        assertFails(() -> count(CLIENT), "08003", "the connection was closed: it was not used for 3600 s");
        assertThat(count(OTHER)).isEqualTo(30_000L);
    }

    @Test
    void a_connection_whose_statement_takes_long_is_not_idle() throws Exception {
        connections.using(CLIENT.id, () -> {
            pass(CONNECTION_IDLE.multipliedBy(3));
            return CLIENT;
        });
        pass(CONNECTION_IDLE.minusMinutes(1));
        assertThat(count(CLIENT)).isEqualTo(30_000L);
    }
}
