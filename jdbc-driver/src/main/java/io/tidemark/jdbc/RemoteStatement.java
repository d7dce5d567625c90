package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A statement that can be cancelled, times out, and has warnings. */
final class RemoteStatement extends AvaticaStatement implements Executing {

    private final Execution execution;
    private final boolean noted;
    private boolean escapeProcessing = true;
    private final StatementOptions options = new StatementOptions(false);
    private volatile boolean closing;

    RemoteStatement(
            RemoteConnection connection,
            Meta.@Nullable StatementHandle handle,
            int resultSetType,
            int resultSetConcurrency,
            int resultSetHoldability) {
        super(connection, handle, resultSetType, resultSetConcurrency, resultSetHoldability);
        this.noted = true;
        this.execution = new Execution(connection, this, noted);
    }

    private RemoteStatement(RemoteConnection connection) {
        super(
                connection,
                null,
                ResultSet.TYPE_FORWARD_ONLY,
                ResultSet.CONCUR_READ_ONLY,
                ResultSet.HOLD_CURSORS_OVER_COMMIT);
        this.noted = false;
        this.execution = new Execution(connection, this, noted);
    }

    /** A statement for the driver's own use, which leaves no trace in the connection's warnings. */
    static RemoteStatement scratch(RemoteConnection connection) {
        return new RemoteStatement(connection);
    }

    @Override
    public Execution execution() {
        return execution;
    }

    @Override
    public boolean hasOpenResult() {
        return openResultSet != null;
    }

    @Override
    public boolean isClosing() {
        return closing;
    }

    @Override
    public void connectionClosed() {
        closing = true;
        closed = true;
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (isClosed()) {
            throw Failures.statementClosed();
        }
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        checkOpen();
        ResultKind.requireRows(EscapeSyntax.checked(sql));
        try {
            return super.executeQuery(sql);
        } catch (SQLException e) {
            // The server's errors and the driver's have a state; what Avatica says by itself here is that there are no
            // rows.
            throw e.getSQLState() == null ? Failures.returnsNoRows() : e;
        }
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        long count = super.executeLargeUpdate(sql);
        if (openResultSet != null) {
            openResultSet.close();
            throw Failures.returnsRows();
        }
        return count;
    }

    @Override
    protected void executeInternal(String sql) throws SQLException {
        String text = translated(sql);
        execution.execute(getQueryTimeout(), () -> {
            super.executeInternal(text);
            return true;
        });
        if (noted) {
            remote().remember(text);
        }
    }

    private String translated(String sql) throws SQLException {
        return escapeProcessing ? EscapeSyntax.translate(sql) : EscapeSyntax.checked(sql);
    }

    private RemoteConnection remote() {
        return (RemoteConnection) connection;
    }

    @Override
    public void addBatch(String sql) throws SQLException {
        checkOpen();
        super.addBatch(translated(sql));
    }

    @Override
    protected long[] executeBatchInternal() throws SQLException {
        try {
            long[] counts = execution.execute(getQueryTimeout(), super::executeBatchInternal);
            remote().remember("");
            return counts;
        } catch (SQLException e) {
            throw Failures.ofBatch(e);
        }
    }

    /** Not synchronized, unlike what it overrides: a running call holds the lock. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void cancel() throws SQLException {
        checkOpen();
        execution.cancel();
    }

    /** Ends a running call of another thread first, because the call holds the lock. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void close() throws SQLException {
        closing = true;
        try {
            execution.closeWhileRunning();
        } finally {
            super.close();
        }
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return execution.warnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        execution.clearWarnings();
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        super.setFetchSize(StatementOptions.fetchSize(rows, connection.config().fetchSize()));
    }

    /** What the dialect reads by itself, such as {@code {d '2024-01-01'}}, it reads without this too. */
    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
        escapeProcessing = enable;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return ResultSet.FETCH_FORWARD;
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        StatementOptions.requireForward(direction);
    }

    @Override
    public void setMaxFieldSize(int bytes) throws SQLException {
        checkOpen();
        StatementOptions.requireWholeFields(bytes);
    }

    @Override
    public void setLargeMaxRows(long rows) throws SQLException {
        checkOpen();
        super.setLargeMaxRows(StatementOptions.maxRows(rows));
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        checkOpen();
        super.setQueryTimeout(StatementOptions.timeoutSeconds(seconds));
    }

    @Override
    public void setCursorName(String name) throws SQLException {
        throw Failures.noCursorNames();
    }

    /** A statement has one result, which this closes or keeps. */
    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        if (current < CLOSE_CURRENT_RESULT || current > CLOSE_ALL_RESULTS) {
            throw Failures.invalid("what is to become of the result is " + current + ", expected one of Statement");
        }
        if (current != KEEP_CURRENT_RESULT) {
            return super.getMoreResults(CLOSE_CURRENT_RESULT);
        }
        openResultSet = null;
        updateCount = -1;
        return false;
    }

    /** The server generates no keys: a result without rows. */
    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        return ((RemoteConnection) connection).noKeys();
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return options.isPoolable();
    }

    @Override
    public void setPoolable(boolean mayBePooled) throws SQLException {
        checkOpen();
        options.poolable(mayBePooled);
    }

    /** Names in double quotes may hold any character; those inside are doubled. */
    @Override
    public String enquoteIdentifier(String name, boolean alwaysQuote) throws SQLException {
        return Identifiers.enquoted(name, alwaysQuote || !isSimpleIdentifier(name));
    }

    @Override
    public <T> T unwrap(Class<T> target) throws SQLException {
        return Failures.unwrapped(this, target);
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        requireNoKeys(autoGeneratedKeys);
        return executeUpdate(sql);
    }

    @Override
    public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        requireNoKeys(autoGeneratedKeys);
        return executeLargeUpdate(sql);
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        requireNoKeys(autoGeneratedKeys);
        return execute(sql);
    }

    private static void requireNoKeys(int autoGeneratedKeys) throws SQLException {
        if (autoGeneratedKeys != NO_GENERATED_KEYS) {
            throw Failures.noGeneratedKeys();
        }
    }

    @Override
    public int executeUpdate(String sql, int[] columns) throws SQLException {
        throw Failures.noGeneratedKeys();
    }

    @Override
    public int executeUpdate(String sql, String[] columns) throws SQLException {
        throw Failures.noGeneratedKeys();
    }

    @Override
    public long executeLargeUpdate(String sql, int[] columns) throws SQLException {
        throw Failures.noGeneratedKeys();
    }

    @Override
    public long executeLargeUpdate(String sql, String[] columns) throws SQLException {
        throw Failures.noGeneratedKeys();
    }

    @Override
    public boolean execute(String sql, int[] columns) throws SQLException {
        throw Failures.noGeneratedKeys();
    }

    @Override
    public boolean execute(String sql, String[] columns) throws SQLException {
        throw Failures.noGeneratedKeys();
    }
}
