package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.metadata.RemoteParameterMetaData;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
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
    public void connectionClosed() {
        closing = true;
        closed = true;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        checkOpen();
        ResultKind.requireRows(getSignature().sql);
        ResultSet rows = executed(super::executeQuery);
        if (rows == null) {
            throw Failures.returnsNoRows();
        }
        return rows;
    }

    @Override
    public boolean execute() throws SQLException {
        return executed(super::execute);
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        long count = executed(super::executeLargeUpdate);
        if (openResultSet != null) {
            openResultSet.close();
            throw Failures.returnsRows();
        }
        return count;
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<List<TypedValue>> rows = new ArrayList<>(parameterValueBatch);
        try {
            return preparedAgain(() -> {
                parameterValueBatch.clear();
                parameterValueBatch.addAll(rows);
                return super.executeLargeBatch();
            });
        } catch (SQLException e) {
            throw Failures.ofBatch(e);
        }
    }

    private <T> T executed(Execution.Action<T> action) throws SQLException {
        checkOpen();
        requireParameters();
        return preparedAgain(action);
    }

    /** Executes; if the server does not know the statement any longer and so has done nothing, prepares it again for that. */
    private <T> T preparedAgain(Execution.Action<T> action) throws SQLException {
        T result;
        try {
            result = execution.execute(getQueryTimeout(), action);
        } catch (SQLException e) {
            if (!Failures.isUnknownStatement(e)) {
                throw e;
            }
            prepareAgain();
            result = execution.execute(getQueryTimeout(), action);
        }
        remote().remember(getSignature().sql);
        return result;
    }

    private void prepareAgain() throws SQLException {
        try {
            Meta.StatementHandle fresh = remote().prepareOnServer(getSignature().sql);
            connection.statementMap.remove(handle.id);
            connection.statementMap.put(fresh.id, this);
            handle = fresh;
        } catch (RuntimeException e) {
            throw Failures.unwrap(e);
        }
    }

    private RemoteConnection remote() {
        return (RemoteConnection) connection;
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
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return new RemoteParameterMetaData(getSignature().parameters);
    }
}
