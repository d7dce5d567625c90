package io.tidemark.server.avatica;

import io.tidemark.server.security.Login;
import io.tidemark.server.session.Session;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A client's connection: its session, its statements by id, and when it was last heard of. Thread-safe. */
final class OpenConnection {

    private static final int ISOLATION = java.sql.Connection.TRANSACTION_REPEATABLE_READ;

    private final Session session;
    private final StatementLimits limits;
    private final boolean takesColumns;
    private final ConnectionPropertiesImpl properties;
    private final Map<Integer, OpenStatement> statements = new ConcurrentHashMap<>();
    private final AtomicInteger lastStatement;
    private int requests;
    private long lastUsedMillis;

    OpenConnection(Session session, StatementLimits limits, int firstStatement, boolean takesColumns, long nowMillis) {
        this.session = session;
        this.takesColumns = takesColumns;
        this.limits = limits;
        this.lastStatement = new AtomicInteger(firstStatement - 1);
        this.lastUsedMillis = nowMillis;
        this.properties = new ConnectionPropertiesImpl(true, false, ISOLATION, "tidemark", session.schema());
    }

    Session session() {
        return session;
    }

    /** Whether its client reads frames in columns. */
    boolean takesColumns() {
        return takesColumns;
    }

    /** Whether a user may use it: the one who has opened it. */
    boolean isOf(Login login) {
        return session.login().user().equals(login.user());
    }

    /** Throws UNSUPPORTED for a level that is stronger than the one given; a weaker one is given as that. */
    void requireIsolation(@Nullable Integer level) {
        if (level != null && level == java.sql.Connection.TRANSACTION_SERIALIZABLE) {
            throw CodedException.unsupported("the isolation level SERIALIZABLE")
                    .hint(
                            "transactions are REPEATABLE READ: each reads one snapshot, and the first to commit a change wins");
        }
    }

    /** The schema that the client has asked for last, or been told of. */
    synchronized String schemaAsked() {
        return properties.getSchema();
    }

    /** The connection's properties with some changed; the schema is the session's, which SET may have changed too. */
    synchronized Meta.ConnectionProperties merged(Meta.ConnectionProperties changed) {
        properties.merge(changed);
        properties.setTransactionIsolation(ISOLATION);
        properties.setSchema(session.schema());
        // Else the client would send all of them again before each statement, and undo what SET has changed since.
        properties.setDirty(false);
        return properties;
    }

    Optional<OpenStatement> statement(int id) {
        return Optional.ofNullable(statements.get(id));
    }

    /**
     * Adds a statement and gives its id.
     *
     * @throws CodedException RESOURCE_LIMIT if there are as many as there may be
     */
    int addStatement(OpenStatement statement) {
        if (statements.size() >= limits.perConnection()) {
            throw CodedException.of(
                            ErrorCode.RESOURCE_LIMIT,
                            "the connection has " + statements.size() + " open statements, the most that one may have")
                    .hint("close statements that are not used, or raise server.max-statements-per-connection");
        }
        String sql = statement.preparedSql();
        if (sql != null && sql.length() + preparedCharacters() > limits.preparedCharacters()) {
            throw CodedException.of(
                            ErrorCode.RESOURCE_LIMIT,
                            "the prepared statements of the connection have more than " + limits.preparedCharacters()
                                    + " characters together")
                    .hint("close prepared statements that are not used, or raise server.max-request-size");
        }
        int id = lastStatement.incrementAndGet();
        statements.put(id, statement);
        return id;
    }

    private long preparedCharacters() {
        return statements.values().stream()
                .map(OpenStatement::preparedSql)
                .mapToLong(sql -> sql == null ? 0 : sql.length())
                .sum();
    }

    void closeStatement(int id) {
        OpenStatement closed = statements.remove(id);
        if (closed != null) {
            closed.close();
        }
    }

    /** A request of the client begins. */
    synchronized void beginRequest() {
        requests++;
    }

    /** A request of the client has been answered. */
    synchronized void endRequest(long nowMillis) {
        requests--;
        lastUsedMillis = nowMillis;
    }

    /** Whether nothing was asked since, nothing runs, and no result is being read. */
    boolean isIdle(long sinceMillis) {
        synchronized (this) {
            if (requests > 0 || lastUsedMillis >= sinceMillis) {
                return false;
            }
        }
        return statements.values().stream().noneMatch(OpenStatement::isInUse);
    }

    /** Gives up the results of which nothing has been read since. Their client has its time to find out from now on. */
    void expireResults(long beforeMillis, Duration after, long nowMillis) {
        for (OpenStatement statement : statements.values()) {
            if (statement.expire(beforeMillis, after)) {
                beginRequest();
                endRequest(nowMillis);
            }
        }
    }

    void close() {
        statements.values().forEach(OpenStatement::close);
        statements.clear();
        session.close();
    }
}
