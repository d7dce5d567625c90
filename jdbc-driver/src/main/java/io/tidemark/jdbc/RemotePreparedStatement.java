package io.tidemark.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A prepared statement that can be cancelled, times out, and has warnings. */
final class RemotePreparedStatement extends PreparedParameters implements Executing {

    private final Execution execution;
    private volatile boolean closing;

    RemotePreparedStatement(
            RemoteConnection connection,
            Meta.@Nullable StatementHandle handle,
            Meta.Signature signature,
            int resultSetType,
            int resultSetConcurrency,
            int resultSetHoldability)
            throws SQLException {
        super(connection, handle, signature, resultSetType, resultSetConcurrency, resultSetHoldability);
        this.execution = new Execution(connection, this, true);
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
    protected void checkOpen() throws SQLException {
        if (isClosed()) {
            throw Failures.statementClosed();
        }
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        requireParameters();
        ResultSet rows = execution.execute(getQueryTimeout(), super::executeQuery);
        if (rows == null) {
            throw Failures.returnsNoRows();
        }
        return rows;
    }

    @Override
    public boolean execute() throws SQLException {
        requireParameters();
        return execution.execute(getQueryTimeout(), super::execute);
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        requireParameters();
        return execution.execute(getQueryTimeout(), super::executeLargeUpdate);
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        try {
            return execution.execute(getQueryTimeout(), super::executeLargeBatch);
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
        super.setFetchSize(FetchSize.checked(rows, connection.config().fetchSize()));
    }

    /** Escapes such as {@code {d '2024-01-01'}} are part of the dialect and always understood. */
    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
    }
}
