package io.tidemark.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.avatica.remote.ProtobufMeta;
import org.apache.calcite.avatica.remote.TypedValue;

/** A server that answers statements by their text, keeps what it was asked, and understands CANCEL and SHOW WARNINGS. */
public final class FakeMeta extends MetaImpl implements ProtobufMeta {

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, Map<String, String>> opened = new ConcurrentHashMap<>();
    private final Map<Integer, BlockingQueue<Object>> frames = new ConcurrentHashMap<>();
    private final Map<Integer, String> prepared = new ConcurrentHashMap<>();
    private final List<String> executed = new CopyOnWriteArrayList<>();
    private final List<List<TypedValue>> parameters = new CopyOnWriteArrayList<>();
    private final List<Integer> fetchSizes = new CopyOnWriteArrayList<>();
    private final AtomicInteger statements = new AtomicInteger();
    private volatile AvaticaRuntimeException refusal;

    /** What the server does with a statement. */
    @FunctionalInterface
    public interface Answer {
        /** Rows, a count of updates as a Long, or an exception to throw. */
        Object answer(StatementHandle handle) throws InterruptedException;
    }

    /** Rows to begin with, and whether they are all. */
    public record Rows(List<ColumnMetaData> columns, List<Object> rows, boolean done) {}

    FakeMeta() {
        super(null);
    }

    /** Sets the answer to a statement. */
    public void on(String sql, Answer answer) {
        answers.put(sql, answer);
    }

    /** Sets the error to which a statement leads. */
    public void onFailure(String sql, String message, int code, String state) {
        on(sql, handle -> {
            throw error(message, code, state);
        });
    }

    void refuseConnections(String message, int code, String state) {
        refusal = error(message, code, state);
    }

    /** A frame that is an error. */
    public static Object failure(String message, int code, String state) {
        return error(message, code, state);
    }

    static AvaticaRuntimeException error(String message, int code, String state) {
        return new AvaticaRuntimeException(message, code, state, AvaticaSeverity.ERROR);
    }

    /** The queue from which a result's further frames are taken: lists of rows, or an exception. */
    public BlockingQueue<Object> framesOf(int statement) {
        return frames.computeIfAbsent(statement, id -> new LinkedBlockingQueue<>());
    }

    /** The statements so far. */
    public List<String> executed() {
        return executed;
    }

    List<List<TypedValue>> parameters() {
        return parameters;
    }

    List<Integer> fetchSizes() {
        return fetchSizes;
    }

    List<Map<String, String>> opened() {
        return new ArrayList<>(opened.values());
    }

    void shutdown() {
        frames.values().forEach(queue -> queue.add(error("the server shuts down", 4010, "57P01")));
    }

    @Override
    public void openConnection(ConnectionHandle connection, Map<String, String> info) {
        if (refusal != null) {
            throw refusal;
        }
        opened.put(connection.id, info == null ? Map.of() : info);
    }

    @Override
    public void closeConnection(ConnectionHandle connection) {
        opened.remove(connection.id);
    }

    @Override
    public ConnectionProperties connectionSync(ConnectionHandle connection, ConnectionProperties properties) {
        return properties;
    }

    @Override
    public StatementHandle createStatement(ConnectionHandle connection) {
        return new StatementHandle(connection.id, statements.incrementAndGet(), null);
    }

    @Override
    public void closeStatement(StatementHandle handle) {
        framesOf(handle.id).add(error("the statement was closed", 4006, "57014"));
    }

    @Override
    public StatementHandle prepare(ConnectionHandle connection, String sql, long maxRows) {
        int count = (int) sql.chars().filter(c -> c == '?').count();
        AvaticaParameter parameter = new AvaticaParameter(true, 0, 0, 0, "ANY", Object.class.getName(), "?");
        Signature signature = Signature.create(
                List.of(), sql, Collections.nCopies(count, parameter), CursorFactory.ARRAY, StatementType.SELECT);
        StatementHandle handle = new StatementHandle(connection.id, statements.incrementAndGet(), signature);
        prepared.put(handle.id, sql);
        return handle;
    }

    @Override
    @Deprecated
    public ExecuteResult prepareAndExecute(StatementHandle h, String sql, long maxRows, PrepareCallback callback) {
        throw new UnsupportedOperationException("superseded by the method with two counts");
    }

    @Override
    public ExecuteResult prepareAndExecute(
            StatementHandle handle, String sql, long maxRows, int maxFirst, PrepareCallback callback) {
        return run(handle, sql);
    }

    @Override
    @Deprecated
    public ExecuteResult execute(StatementHandle handle, List<TypedValue> values, long maxRows) {
        throw new UnsupportedOperationException("superseded by the method with an int");
    }

    @Override
    public ExecuteResult execute(StatementHandle handle, List<TypedValue> values, int maxFirst) {
        parameters.add(values);
        return run(handle, prepared.get(handle.id));
    }

    @Override
    public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle handle, List<String> commands) {
        commands.forEach(sql -> run(handle, sql));
        return new ExecuteBatchResult(new long[commands.size()]);
    }

    @Override
    public ExecuteBatchResult executeBatch(StatementHandle handle, List<List<TypedValue>> values) {
        parameters.addAll(values);
        return new ExecuteBatchResult(values.stream().mapToLong(row -> 1).toArray());
    }

    @Override
    public ExecuteBatchResult executeBatchProtobuf(StatementHandle handle, List<Requests.UpdateBatch> updates) {
        return executeBatch(
                handle,
                updates.stream()
                        .map(update -> update.getParameterValuesList().stream()
                                .map(TypedValue::fromProto)
                                .toList())
                        .toList());
    }

    @Override
    public Frame fetch(StatementHandle handle, long offset, int maxRows) {
        fetchSizes.add(maxRows);
        try {
            Object next = framesOf(handle.id).poll(30, TimeUnit.SECONDS);
            if (next instanceof AvaticaRuntimeException failure) {
                throw failure;
            }
            return next instanceof Rows last
                    ? new Frame(offset, last.done(), last.rows())
                    : new Frame(offset, false, List.of());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean syncResults(StatementHandle handle, QueryState state, long offset) throws NoSuchStatementException {
        throw new NoSuchStatementException(handle);
    }

    @Override
    public void commit(ConnectionHandle connection) {}

    @Override
    public void rollback(ConnectionHandle connection) {}

    private ExecuteResult run(StatementHandle handle, String sql) {
        executed.add(sql);
        if (sql.startsWith("CANCEL STATEMENT '")) {
            int id = Integer.parseInt(sql.substring(sql.indexOf('/') + 1, sql.length() - 1));
            framesOf(id).add(error("the statement was cancelled by a user", 4006, "57014"));
            return updated(handle, 0);
        }
        Answer answer = sql.startsWith("SHOW WARNINGS FOR") ? answers.get("SHOW WARNINGS") : answers.get(sql);
        if (answer == null) {
            throw error("there is no answer to \"" + sql + "\"", 1001, "42601");
        }
        try {
            Object result = answer.answer(handle);
            return result instanceof Rows rows ? rows(handle, sql, rows) : updated(handle, (Long) result);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ExecuteResult updated(StatementHandle handle, long count) {
        return new ExecuteResult(List.of(MetaResultSet.count(handle.connectionId, handle.id, count)));
    }

    private static ExecuteResult rows(StatementHandle handle, String sql, Rows rows) {
        Signature signature =
                Signature.create(rows.columns(), sql, List.of(), CursorFactory.ARRAY, StatementType.SELECT);
        Frame first = new Frame(0, rows.done(), rows.rows());
        return new ExecuteResult(
                List.of(MetaResultSet.create(handle.connectionId, handle.id, false, signature, first)));
    }

    /** A column by name, SQL type and representation on the wire. */
    static ColumnMetaData column(String name, int ordinal, int type, String typeName, ColumnMetaData.Rep rep) {
        return MetaImpl.columnMetaData(name, ordinal, ColumnMetaData.scalar(type, typeName, rep), true);
    }

    /** A row. */
    public static Object row(Object... values) {
        return values.clone();
    }

    /** A result that is complete. */
    public static Rows all(List<ColumnMetaData> columns, Object... rows) {
        return new Rows(columns, Arrays.asList(rows), true);
    }

    /** The beginning of a result. */
    public static Rows some(List<ColumnMetaData> columns, Object... rows) {
        return new Rows(columns, Arrays.asList(rows), false);
    }
}
