package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.frame.ColumnFrame;
import io.tidemark.jdbc.wire.WireService;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Types;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.Service;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one server, over which any number of calls may be waiting at a time.
 *
 * <p>If the server does not know it any longer, because it was restarted or nothing was heard for too long, it is opened again with the same
 * settings for the next call; unless a transaction was open, which is lost.
 */
final class RemoteConnection extends SyncedConnection implements WireService.Reopening {

    private final Object opening = new Object();
    private @Nullable ConnectUrl target;
    private @Nullable ClientInfo clientInfo;
    private @Nullable SQLWarning downgrade;
    private final AtomicInteger openings = new AtomicInteger();
    private volatile @Nullable Execution lastExecution;

    RemoteConnection(Driver driver, AvaticaFactory factory, String url, Properties info) {
        super(driver, factory, url, info);
    }

    WireService wire() {
        return (WireService) getService();
    }

    private ConnectUrl target() {
        return Objects.requireNonNull(target, "the connection is not open");
    }

    private ClientInfo clientInfo() {
        return Objects.requireNonNull(clientInfo, "the connection is not open");
    }

    /** Opens the connection on the server, which is told the session's properties. */
    void open(ConnectUrl to) throws SQLException {
        target = to;
        clientInfo = new ClientInfo(to.properties());
        wire().answerTimeout(Duration.ofSeconds(to.socketTimeoutSeconds()));
        wire().through(((Driver) driver).transport(to, config().url()));
        try {
            openOnServer();
        } catch (SQLException e) {
            wire().close();
            throw e;
        }
    }

    private void openOnServer() throws SQLException {
        Map<String, String> properties = target().sessionProperties();
        properties.putAll(clientInfo().told());
        // Statements of the former session must not be taken for those of the new one.
        properties.put(ConnectUrl.FIRST_STATEMENT, Integer.toString(wire().lastStatement() + 1));
        properties.put(ColumnFrame.PROPERTY, ColumnFrame.VERSION);
        wire().answerOnce(new Service.OpenConnectionRequest(id, properties), answerTimeout());
        openings.incrementAndGet();
    }

    private Duration answerTimeout() {
        return Duration.ofSeconds(target().socketTimeoutSeconds());
    }

    @Override
    public int openings() {
        return openings.get();
    }

    @Override
    public boolean reopen(int seen, SQLException cause) throws SQLException {
        synchronized (opening) {
            if (openings.get() != seen) {
                return true;
            }
            if (target == null || isClosed()) {
                return false;
            }
            if (session.isInTransaction()) {
                throw Failures.transactionLost(wire().server(), cause);
            }
            openOnServer();
            replay();
            return true;
        }
    }

    /** Gives the new session the settings of the former one. */
    private void replay() throws SQLException {
        Duration timeout = answerTimeout();
        if (!session.isAutoCommit()) {
            wire().answerOnce(
                            new Service.ConnectionSyncRequest(id, new ConnectionPropertiesImpl().setAutoCommit(false)),
                            timeout);
        }
        for (String setting : session.replay()) {
            aside().execute(setting, timeout);
        }
    }

    /** Asks the server for what is not the user's statement; the result closes the statement with itself. */
    ResultSet ask(String sql) throws SQLException {
        checkOpen();
        RemoteStatement scratch = RemoteStatement.scratch(this);
        scratch.closeOnCompletion();
        return scratch.executeQuery(sql);
    }

    /** Takes note of a statement of this connection that was executed. */
    void remember(String sql) {
        session.executed(sql);
    }

    /** The zone in which the server tells the instants of TIMESTAMP WITH LOCAL TIME ZONE; asked of it each time, as SET changes it. */
    ZoneId sessionZone() throws SQLException {
        try (RemoteStatement scratch = RemoteStatement.scratch(this);
                ResultSet setting = scratch.executeQuery("SET 'time-zone'")) {
            return setting.next() ? ZoneId.of(setting.getString("value")) : ZoneOffset.UTC;
        }
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (isClosed()) {
            throw Failures.connectionClosed();
        }
    }

    /** Ends what a statement runs on the server. */
    void cancelOnServer(int statementId) throws SQLException {
        aside().cancel(statementId);
    }

    private AsideStatements aside() {
        return new AsideStatements(id, wire());
    }

    /** The literal by which SQL names a statement of this connection. */
    String statementName(int statementId) {
        return "'" + id + "/" + statementId + "'";
    }

    /** The next rows of a running statement; blocks until there are some, the result ends, or a heartbeat comes. */
    Meta.@Nullable Frame fetch(Meta.StatementHandle handle, long offset, int maxRows)
            throws NoSuchStatementException, MissingResultsException {
        return meta.fetch(handle, offset, maxRows);
    }

    void executed(Execution execution) {
        lastExecution = execution;
    }

    /** The client's zone: times without a zone are wall-clock times in it. The session's zone is the server's business. */
    @Override
    public TimeZone getTimeZone() {
        return TimeZone.getDefault();
    }

    @Override
    public void close() throws SQLException {
        try {
            super.close();
        } finally {
            wire().close();
            statementMap.values().forEach(statement -> ((Executing) statement).connectionClosed());
            statementMap.clear();
        }
    }

    /** The connection is closed for its callers at once; the server is told by the executor. */
    @Override
    public void abort(@Nullable Executor executor) throws SQLException {
        if (executor == null) {
            throw Failures.invalid("abort needs an executor, but it is null");
        }
        if (isClosed()) {
            return;
        }
        wire().giveUpAll();
        executor.execute(() -> {
            try {
                close();
            } catch (SQLException e) {
                throw Failures.throwThrough(e);
            }
        });
    }

    /** A round trip, which opens the connection again if the server does not know it and nothing is lost by that. */
    @Override
    public boolean isValid(int timeoutSeconds) throws SQLException {
        if (timeoutSeconds < 0) {
            throw Failures.invalid("the timeout is " + timeoutSeconds + " s; 0 waits without limit");
        }
        if (isClosed()) {
            return false;
        }
        try {
            wire().answer(
                            new Service.ConnectionSyncRequest(id, new ConnectionPropertiesImpl()),
                            Duration.ofSeconds(timeoutSeconds));
            return true;
        } catch (SQLException e) {
            // That it is not valid is the answer.
            return false;
        }
    }

    @Override
    public void setNetworkTimeout(@Nullable Executor executor, int millis) throws SQLException {
        checkOpen();
        if (millis < 0) {
            throw Failures.invalid("the network timeout is " + millis + " ms, expected 0 or more");
        }
        super.setNetworkTimeout(executor, millis);
        wire().answerTimeout(Duration.ofMillis(millis));
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        checkOpen();
        return EscapeSyntax.translate(sql);
    }

    /** Results are forward-only and read-only; another kind is given as that, with a warning. */
    @Override
    public AvaticaStatement createStatement(int type, int concurrency, int holdability) throws SQLException {
        downgrade = ResultKind.downgrade(type, concurrency, holdability);
        return super.createStatement(
                ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, ResultSet.HOLD_CURSORS_OVER_COMMIT);
    }

    /** As {@link #createStatement(int, int, int)}. */
    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        checkOpen();
        downgrade = ResultKind.downgrade(type, concurrency, holdability);
        try {
            return super.prepareStatement(
                    EscapeSyntax.translate(sql),
                    ResultSet.TYPE_FORWARD_ONLY,
                    ResultSet.CONCUR_READ_ONLY,
                    ResultSet.HOLD_CURSORS_OVER_COMMIT);
        } catch (RuntimeException e) {
            throw Failures.unwrap(e);
        }
    }

    /** Prepares a statement on the server, without an object for it here. */
    Meta.StatementHandle prepareOnServer(String sql) {
        return meta.prepare(handle, sql, -1);
    }

    /** The keys that the server has generated: none. */
    ResultSet noKeys() throws SQLException {
        RemoteStatement scratch = RemoteStatement.scratch(this);
        scratch.closeOnCompletion();
        Meta.Signature signature = Meta.Signature.create(
                List.of(MetaImpl.columnMetaData(
                        "GENERATED_KEY",
                        0,
                        ColumnMetaData.scalar(Types.BIGINT, "BIGINT", ColumnMetaData.Rep.LONG),
                        true)),
                "",
                List.of(),
                Meta.CursorFactory.ARRAY,
                Meta.StatementType.SELECT);
        RemoteResultSet none = (RemoteResultSet)
                factory.newResultSet(scratch, new QueryState(""), signature, getTimeZone(), Meta.Frame.EMPTY);
        return none.execute();
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        checkOpen();
        return clientInfo().all();
    }

    @Override
    public @Nullable String getClientInfo(String name) throws SQLException {
        return getClientInfo().getProperty(ClientInfo.standardName(name));
    }

    @Override
    public void setClientInfo(String name, String value) throws SQLClientInfoException {
        String before = clientInfo().program();
        clientInfo().set(name, value);
        clientInfo().tellProgram(before, aside(), answerTimeout());
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        String before = clientInfo().program();
        clientInfo().replace(properties);
        clientInfo().tellProgram(before, aside(), answerTimeout());
    }

    @Override
    Meta.ConnectionProperties synced(Meta.ConnectionProperties changes) {
        return wire().apply(new Service.ConnectionSyncRequest(id, changes)).connProps;
    }

    /** What the server has lost with the whole connection cannot be committed: 08006. Where nothing was open, nothing is lost. */
    @Override
    public void commit() throws SQLException {
        int opening = openings();
        try {
            super.commit();
        } catch (Exception e) { // As for rollback.
            SQLException failure = Failures.unwrap(e);
            if (!Failures.isUnknownConnection(failure) || !reopen(opening, failure)) {
                throw failure;
            }
            super.commit();
        }
        session.transactionEnded();
    }

    /** A transaction that the server has rolled back itself, with the whole connection, is rolled back too. */
    @Override
    public void rollback() throws SQLException {
        try {
            super.rollback();
        } catch (Exception e) { // Among them SQLException, which Avatica's call throws without declaring it.
            SQLException failure = Failures.unwrap(e);
            if (!Failures.isUnknownConnection(failure) || isClosed()) {
                throw failure;
            }
        }
        session.transactionEnded();
    }

    /** A weaker level than REPEATABLE READ is given as that. */
    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        if (level != TRANSACTION_READ_UNCOMMITTED
                && level != TRANSACTION_READ_COMMITTED
                && level != TRANSACTION_REPEATABLE_READ) {
            throw Failures.noSuchIsolation();
        }
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        Execution last = lastExecution;
        return last == null ? downgrade : last.warnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        downgrade = null;
        lastExecution = null;
    }
}
