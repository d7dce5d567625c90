package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.server.metadata.MetadataCall;
import io.tidemark.server.session.Session;
import io.tidemark.server.session.SessionFactory;
import io.tidemark.server.session.StatementControl;
import io.tidemark.server.session.StatementDescription;
import io.tidemark.server.session.StatementResult;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.ProtobufMeta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Avatica's server side on top of sessions: connections, statements, frames. Metadata requests are answered by {@link CatalogMeta}.
 *
 * <p>A connection that has been silent for the idle timeout is closed when another one opens. Thread-safe.
 */
final class ServerMeta extends CatalogMeta implements ProtobufMeta {

    private static final String FIRST_STATEMENT = "statement.first";
    private static final int DEFAULT_FRAME_ROWS = 100;
    private static final int MAX_FRAME_ROWS = 10_000;

    private final Map<String, OpenConnection> connections = new ConcurrentHashMap<>();
    private final SessionFactory sessions;
    private final Duration idleTimeout;
    private final Clock clock;

    ServerMeta(SessionFactory sessions, Duration idleTimeout, Clock clock) {
        this.sessions = sessions;
        this.idleTimeout = idleTimeout;
        this.clock = clock;
    }

    @Override
    Session session(ConnectionHandle handle) {
        return connection(handle.id).session();
    }

    private OpenConnection connection(String id) {
        OpenConnection found = connections.get(id);
        if (found == null) {
            throw SqlErrors.wire(CodedException.of(ErrorCode.CONNECTION_UNKNOWN, "the connection is closed")
                    .hint("it was idle too long, or the server was restarted; connect again"));
        }
        found.usedAt(clock.millis());
        return found;
    }

    private OpenStatement statement(StatementHandle handle) throws NoSuchStatementException {
        OpenStatement found = connection(handle.connectionId).statements().get(handle.id);
        if (found == null) {
            throw new NoSuchStatementException(handle);
        }
        return found;
    }

    @Override
    public void openConnection(ConnectionHandle handle, Map<String, String> info) {
        SqlErrors.translated(() -> {
            closeIdle();
            Session session = sessions.open(info == null ? Map.of() : info);
            connections.put(handle.id, new OpenConnection(session, firstStatement(info), clock.millis()));
            return handle;
        });
    }

    /** The number of the first statement, for a client that opens a connection again and still knows the former one's. */
    private static int firstStatement(@Nullable Map<String, String> info) {
        String number = info == null ? null : info.get(FIRST_STATEMENT);
        return number != null && number.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(number) : 1;
    }

    private void closeIdle() {
        long oldest = clock.millis() - idleTimeout.toMillis();
        connections.forEach((id, connection) -> {
            if (connection.lastUsedMillis() < oldest && connections.remove(id, connection)) {
                connection.close();
            }
        });
    }

    @Override
    public void closeConnection(ConnectionHandle handle) {
        OpenConnection closed = connections.remove(handle.id);
        if (closed != null) {
            closed.close();
        }
    }

    /** Closes every connection. */
    void closeAll() {
        connections.values().forEach(OpenConnection::close);
        connections.clear();
    }

    @Override
    public ConnectionProperties connectionSync(ConnectionHandle handle, ConnectionProperties properties) {
        return SqlErrors.translated(() -> {
            OpenConnection connection = connection(handle.id);
            connection.requireIsolation(properties.getTransactionIsolation());
            if (properties.isAutoCommit() != null) {
                connection.session().transactions().setAutoCommit(properties.isAutoCommit());
            }
            if (properties.getSchema() != null && !properties.getSchema().equals(connection.schemaAsked())) {
                connection.session().setSchema(properties.getSchema());
            }
            return connection.merged(properties);
        });
    }

    @Override
    public StatementHandle createStatement(ConnectionHandle handle) {
        OpenConnection connection = connection(handle.id);
        return new StatementHandle(handle.id, connection.addStatement(new OpenStatement(null)), null);
    }

    @Override
    public void closeStatement(StatementHandle handle) {
        OpenConnection connection = connections.get(handle.connectionId);
        if (connection != null) {
            OpenStatement closed = connection.statements().remove(handle.id);
            if (closed != null) {
                closed.close();
            }
        }
    }

    @Override
    public StatementHandle prepare(ConnectionHandle handle, @Nullable String text, long maxRowCount) {
        String sql = ProtocolStatements.received(text);
        return SqlErrors.translated(() -> {
            OpenConnection connection = connection(handle.id);
            Signature signature = signature(connection.session().describe(sql), sql);
            int id = connection.addStatement(new OpenStatement(sql));
            return new StatementHandle(handle.id, id, signature);
        });
    }

    private static Signature signature(StatementDescription description, String sql) {
        List<ColumnMetaData> columns =
                description.columns().map(WireTypes::columns).orElse(List.of());
        List<AvaticaParameter> parameters = new ArrayList<>();
        for (DataType type : description.parameters()) {
            parameters.add(WireTypes.parameter(parameters.size(), type));
        }
        return Signature.create(
                columns,
                sql,
                parameters,
                CursorFactory.ARRAY,
                columns.isEmpty() ? StatementType.OTHER_DML : StatementType.SELECT);
    }

    @Override
    @Deprecated
    public ExecuteResult prepareAndExecute(
            StatementHandle handle, @Nullable String sql, long maxRowCount, PrepareCallback callback)
            throws NoSuchStatementException {
        return prepareAndExecute(handle, sql, maxRowCount, DEFAULT_FRAME_ROWS, callback);
    }

    @Override
    public ExecuteResult prepareAndExecute(
            StatementHandle handle,
            @Nullable String text,
            long maxRowCount,
            int maxRowsInFirstFrame,
            PrepareCallback callback)
            throws NoSuchStatementException {
        String sql = ProtocolStatements.received(text);
        OpenStatement statement = statement(handle);
        return SqlErrors.translated(() -> run(handle, statement, sql, List.of(), maxRowCount));
    }

    @Override
    @Deprecated
    public ExecuteResult execute(StatementHandle handle, List<TypedValue> parameters, long maxRowCount)
            throws NoSuchStatementException {
        return execute(handle, parameters, DEFAULT_FRAME_ROWS);
    }

    @Override
    public ExecuteResult execute(StatementHandle handle, List<TypedValue> parameters, int maxRowsInFirstFrame)
            throws NoSuchStatementException {
        OpenStatement statement = statement(handle);
        String sql = statement.preparedSql();
        if (sql == null) {
            throw new NoSuchStatementException(handle);
        }
        return SqlErrors.translated(() -> run(handle, statement, sql, ParameterValues.of(parameters), -1));
    }

    private ExecuteResult run(
            StatementHandle handle, OpenStatement statement, String sql, List<@Nullable Object> values, long maxRows) {
        if (ProtocolStatements.isCancel(sql)) {
            cancel(ProtocolStatements.target(sql));
            return new ExecuteResult(List.of(MetaResultSet.count(handle.connectionId, handle.id, 0)));
        }
        Session session = connection(handle.connectionId).session();
        if (ProtocolStatements.isShowWarnings(sql)) {
            return rows(handle, statement, statement.begin(Duration.ZERO, -1), warnings(session, sql), sql);
        }
        Optional<MetadataCall> call = MetadataCall.parse(sql);
        if (call.isPresent()) {
            return new ExecuteResult(List.of(metadata(handle, session, call.get())));
        }
        synchronized (statement) {
            StatementControl control = statement.begin(session.statementTimeout(), maxRows <= 0 ? -1 : maxRows);
            StatementResult result = session.execute(new Session.Request(statementKey(handle), sql, values, control));
            if (result instanceof StatementResult.Updated updated) {
                return new ExecuteResult(List.of(MetaResultSet.count(handle.connectionId, handle.id, updated.rows())));
            }
            return rows(handle, statement, control, (StatementResult.Rows) result, sql);
        }
    }

    private static String statementKey(StatementHandle handle) {
        return handle.connectionId + "/" + handle.id;
    }

    private static StatementResult.Rows warnings(Session session, String sql) {
        return NoticeRows.of(session.notices(ProtocolStatements.target(sql)));
    }

    private ExecuteResult rows(
            StatementHandle handle,
            OpenStatement statement,
            StatementControl control,
            StatementResult.Rows rows,
            String sql) {
        synchronized (statement) {
            control.onCancel(() -> rows.rows().close());
            statement.read(rows);
            Signature signature = Signature.create(
                    WireTypes.columns(rows.schema()), sql, List.of(), CursorFactory.ARRAY, StatementType.SELECT);
            WireValues values =
                    new WireValues(connection(handle.connectionId).session().zone());
            Frame first = statement.firstFrame(DEFAULT_FRAME_ROWS, values);
            return new ExecuteResult(
                    List.of(MetaResultSet.create(handle.connectionId, handle.id, false, signature, first)));
        }
    }

    private void cancel(String target) {
        int slash = target.lastIndexOf('/');
        OpenConnection connection = connections.get(target.substring(0, Math.max(0, slash)));
        if (connection != null) {
            OpenStatement statement = connection.statements().get(Integer.parseInt(target.substring(slash + 1)));
            if (statement != null) {
                statement.cancel();
            }
        }
    }

    @Override
    public Frame fetch(StatementHandle handle, long offset, int fetchMaxRowCount) throws NoSuchStatementException {
        OpenStatement statement = statement(handle);
        return SqlErrors.translated(() -> {
            synchronized (statement) {
                int max = fetchMaxRowCount <= 0 ? DEFAULT_FRAME_ROWS : Math.min(fetchMaxRowCount, MAX_FRAME_ROWS);
                return statement.fetch(
                        max,
                        new WireValues(connection(handle.connectionId).session().zone()));
            }
        });
    }

    @Override
    public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle handle, List<String> sqlCommands)
            throws NoSuchStatementException {
        OpenStatement statement = statement(handle);
        return SqlErrors.translated(() -> {
            return batch(
                    handle,
                    sqlCommands.size(),
                    i -> run(handle, statement, ProtocolStatements.received(sqlCommands.get(i)), List.of(), -1));
        });
    }

    @Override
    public ExecuteBatchResult executeBatch(StatementHandle handle, List<List<TypedValue>> parameterValues)
            throws NoSuchStatementException {
        OpenStatement statement = statement(handle);
        String sql = statement.preparedSql();
        if (sql == null) {
            throw new NoSuchStatementException(handle);
        }
        return SqlErrors.translated(() -> {
            return batch(
                    handle,
                    parameterValues.size(),
                    i -> run(handle, statement, sql, ParameterValues.of(parameterValues.get(i)), -1));
        });
    }

    @Override
    public ExecuteBatchResult executeBatchProtobuf(StatementHandle handle, List<Requests.UpdateBatch> batches)
            throws NoSuchStatementException {
        List<List<TypedValue>> rows = new ArrayList<>();
        for (Requests.UpdateBatch batch : batches) {
            List<TypedValue> row = new ArrayList<>();
            batch.getParameterValuesList()
                    .forEach(value ->
                            row.add(TypedValue.PROTO_IMPLICIT_NULL.equals(value) ? null : TypedValue.fromProto(value)));
            rows.add(row);
        }
        return executeBatch(handle, rows);
    }

    /** Runs the statements of a batch as one transaction. */
    private ExecuteBatchResult batch(StatementHandle handle, int size, IntFunction<ExecuteResult> run) {
        List<Long> counts = connection(handle.connectionId)
                .session()
                .transactions()
                .batch(size, i -> updateCount(handle, run.apply(i)));
        return new ExecuteBatchResult(counts.stream().mapToLong(Long::longValue).toArray());
    }

    private long updateCount(StatementHandle handle, ExecuteResult result) {
        long count = result.resultSets.get(0).updateCount;
        if (count < 0) {
            OpenStatement statement =
                    connection(handle.connectionId).statements().get(handle.id);
            if (statement != null) {
                statement.cancel();
            }
            throw CodedException.of(ErrorCode.WRONG_OBJECT_KIND, "a batch cannot have a statement that returns rows")
                    .hint("run it by itself, with executeQuery");
        }
        return count;
    }

    @Override
    public boolean syncResults(StatementHandle handle, QueryState state, long offset) {
        return false;
    }

    @Override
    public Iterable<Object> createIterable(
            StatementHandle handle,
            QueryState state,
            Signature signature,
            List<TypedValue> parameters,
            Frame firstFrame) {
        throw SqlErrors.wire(CodedException.internal("results are read on the client"));
    }

    @Override
    public void commit(ConnectionHandle handle) {
        SqlErrors.translated(() -> {
            session(handle).transactions().commit();
            return handle;
        });
    }

    @Override
    public void rollback(ConnectionHandle handle) {
        SqlErrors.translated(() -> {
            session(handle).transactions().rollback();
            return handle;
        });
    }
}
