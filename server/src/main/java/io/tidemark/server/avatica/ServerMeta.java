package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.frame.ColumnFrames;
import io.tidemark.server.metadata.MetadataCall;
import io.tidemark.server.session.Session;
import io.tidemark.server.session.SessionFactory;
import io.tidemark.server.session.Sessions;
import io.tidemark.server.session.StatementDescription;
import io.tidemark.server.session.StatementResult;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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
 * <p>Thread-safe.
 */
final class ServerMeta extends CatalogMeta implements ProtobufMeta {

    private static final String FIRST_STATEMENT = "statement.first";
    private static final int DEFAULT_FRAME_ROWS = 100;
    private static final int MAX_FRAME_ROWS = 50_000;

    private final OpenConnections connections;
    private final SessionFactory sessions;
    private final Executor background;
    private final Clock clock;
    private final CallOrigin origin;
    private final RunningStatements running;

    /**
     * The protocol's server side.
     *
     * @param connections takes the clients
     * @param sessions opens their sessions
     * @param origin where the call at hand comes from
     * @param running bounds how many statements run at a time
     * @param background makes frames ready that have not been asked for yet
     */
    ServerMeta(
            OpenConnections connections,
            SessionFactory sessions,
            CallOrigin origin,
            RunningStatements running,
            Executor background,
            Clock clock) {
        this.connections = connections;
        this.sessions = sessions;
        this.origin = origin;
        this.running = running;
        this.background = background;
        this.clock = clock;
    }

    @Override
    Session session(ConnectionHandle handle) {
        return connections.require(handle.id).session();
    }

    private OpenStatement statement(StatementHandle handle) throws NoSuchStatementException {
        return connections
                .require(handle.connectionId)
                .statement(handle.id)
                .orElseThrow(() -> new NoSuchStatementException(handle));
    }

    /** Completes when a fetch of a statement has something to give; at once unless it is a push query that waits. */
    CompletableFuture<Void> whenReady(String connectionId, int statementId) {
        return connections
                .find(connectionId)
                .flatMap(connection -> connection.statement(statementId))
                .map(OpenStatement::whenReady)
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    @Override
    public void openConnection(ConnectionHandle handle, Map<String, String> info) {
        SqlErrors.translated(() -> {
            Map<String, String> properties = new HashMap<>(info == null ? Map.of() : info);
            properties.put(Sessions.CLIENT_ADDRESS, origin.address());
            connections.open(
                    handle.id,
                    sessions.open(properties, origin.login()),
                    firstStatement(info),
                    ColumnFrames.VERSION.equals(properties.get(ColumnFrames.PROPERTY)));
            return handle;
        });
    }

    /** The number of the first statement, for a client that opens a connection again and still knows the former one's. */
    private static int firstStatement(@Nullable Map<String, String> info) {
        String number = info == null ? null : info.get(FIRST_STATEMENT);
        return number != null && number.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(number) : 1;
    }

    @Override
    public void closeConnection(ConnectionHandle handle) {
        connections.close(handle.id);
    }

    @Override
    public ConnectionProperties connectionSync(ConnectionHandle handle, ConnectionProperties properties) {
        return connections.using(handle.id, () -> {
            OpenConnection connection = connections.require(handle.id);
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
        return connections.using(handle.id, () -> {
            int id = connections.require(handle.id).addStatement(new OpenStatement(null));
            return new StatementHandle(handle.id, id, null);
        });
    }

    @Override
    public void closeStatement(StatementHandle handle) {
        connections.closeStatement(handle.connectionId, handle.id);
    }

    @Override
    public StatementHandle prepare(ConnectionHandle handle, @Nullable String text, long maxRowCount) {
        String sql = ProtocolStatements.received(text);
        return connections.using(handle.id, () -> {
            OpenConnection connection = connections.require(handle.id);
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
        return connections.using(handle.connectionId, () -> run(handle, statement, sql, List.of(), maxRowCount));
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
        return connections.using(
                handle.connectionId, () -> run(handle, statement, sql, ParameterValues.of(parameters), -1));
    }

    private ExecuteResult run(
            StatementHandle handle, OpenStatement statement, String sql, List<@Nullable Object> values, long maxRows) {
        if (ProtocolStatements.isCancel(sql)) {
            cancel(ProtocolStatements.target(sql));
            return new ExecuteResult(List.of(MetaResultSet.count(handle.connectionId, handle.id, 0)));
        }
        Session session = session(handle);
        Optional<String> program = ProtocolStatements.program(sql);
        if (program.isPresent()) {
            session.connected().setProgram(program.get());
            return new ExecuteResult(List.of(MetaResultSet.count(handle.connectionId, handle.id, 0)));
        }
        long most = maxRows <= 0 ? -1 : maxRows;
        return statement.alone(() -> {
            if (ProtocolStatements.isShowWarnings(sql)) {
                statement.begin(Duration.ZERO);
                return rows(handle, statement, warnings(session, sql), most, sql);
            }
            Optional<MetadataCall> call = MetadataCall.parse(sql);
            if (call.isPresent()) {
                return new ExecuteResult(List.of(metadata(handle, session, call.get())));
            }
            StatementControl control = statement.begin(session.statementTimeout());
            StatementResult result =
                    running.run(() -> session.execute(new Session.Request(statementKey(handle), sql, values, control)));
            if (result instanceof StatementResult.Updated updated) {
                return new ExecuteResult(List.of(MetaResultSet.count(handle.connectionId, handle.id, updated.rows())));
            }
            StatementResult.Rows rows = (StatementResult.Rows) result;
            control.onCancel(() -> rows.rows().close());
            return rows(handle, statement, rows, most, sql);
        });
    }

    private Session session(StatementHandle handle) {
        return connections.require(handle.connectionId).session();
    }

    private static String statementKey(StatementHandle handle) {
        return handle.connectionId + "/" + handle.id;
    }

    private static StatementResult.Rows warnings(Session session, String sql) {
        return NoticeRows.of(session.notices(ProtocolStatements.target(sql)));
    }

    private ExecuteResult rows(
            StatementHandle handle, OpenStatement statement, StatementResult.Rows rows, long maxRows, String sql) {
        Signature signature = Signature.create(
                WireTypes.columns(rows.schema()), sql, List.of(), CursorFactory.ARRAY, StatementType.SELECT);
        OpenConnection connection = connections.require(handle.connectionId);
        ZoneId zone = connection.session().zone();
        WireValues values = new WireValues(zone);
        boolean inColumns = connection.takesColumns() && ColumnFrames.canHold(rows.schema());
        ResultFrames frames = new ResultFrames(
                rows.rows(),
                values::open,
                inColumns ? new ColumnFrames(zone)::open : values::open,
                maxRows,
                background);
        Frame first = statement.read(frames, DEFAULT_FRAME_ROWS, clock.millis());
        return new ExecuteResult(
                List.of(MetaResultSet.create(handle.connectionId, handle.id, false, signature, first)));
    }

    private void cancel(String target) {
        int slash = target.lastIndexOf('/');
        connections.cancel(target.substring(0, Math.max(0, slash)), Integer.parseInt(target.substring(slash + 1)));
    }

    @Override
    public Frame fetch(StatementHandle handle, long offset, int fetchMaxRowCount) throws NoSuchStatementException {
        OpenStatement statement = statement(handle);
        int max = fetchMaxRowCount <= 0 ? DEFAULT_FRAME_ROWS : Math.min(fetchMaxRowCount, MAX_FRAME_ROWS);
        return connections.using(
                handle.connectionId, () -> statement.alone(() -> statement.fetch(offset, max, clock.millis())));
    }

    @Override
    public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle handle, List<String> sqlCommands)
            throws NoSuchStatementException {
        OpenStatement statement = statement(handle);
        return connections.using(handle.connectionId, () -> {
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
        return connections.using(handle.connectionId, () -> {
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
        List<Long> counts = session(handle).transactions().batch(size, i -> updateCount(handle, run.apply(i)));
        return new ExecuteBatchResult(counts.stream().mapToLong(Long::longValue).toArray());
    }

    private long updateCount(StatementHandle handle, ExecuteResult result) {
        long count = result.resultSets.get(0).updateCount;
        if (count < 0) {
            connections.cancel(handle.connectionId, handle.id);
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
        connections.using(handle.id, () -> {
            session(handle).commit();
            return handle;
        });
    }

    @Override
    public void rollback(ConnectionHandle handle) {
        connections.using(handle.id, () -> {
            session(handle).rollback();
            return handle;
        });
    }
}
