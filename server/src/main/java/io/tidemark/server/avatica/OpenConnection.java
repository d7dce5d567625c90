package io.tidemark.server.avatica;

import io.tidemark.server.session.Session;
import io.tidemark.sql.error.CodedException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A client's connection: its session, its statements by id, and when it was last heard of. Thread-safe. */
final class OpenConnection {

    private static final int ISOLATION = java.sql.Connection.TRANSACTION_REPEATABLE_READ;

    private final Session session;
    private final ConnectionPropertiesImpl properties;
    private final Map<Integer, OpenStatement> statements = new ConcurrentHashMap<>();
    private final AtomicInteger lastStatement;
    private volatile long lastUsedMillis;

    OpenConnection(Session session, int firstStatement, long nowMillis) {
        this.session = session;
        this.lastStatement = new AtomicInteger(firstStatement - 1);
        this.lastUsedMillis = nowMillis;
        this.properties = new ConnectionPropertiesImpl(true, false, ISOLATION, "tidemark", session.schema());
    }

    Session session() {
        return session;
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

    /** The connection's properties with some changed. */
    synchronized Meta.ConnectionProperties merged(Meta.ConnectionProperties changed) {
        properties.merge(changed);
        properties.setTransactionIsolation(ISOLATION);
        // Else the client would send all of them again before each statement, and undo what SET has changed since.
        properties.setDirty(false);
        return properties;
    }

    Map<Integer, OpenStatement> statements() {
        return statements;
    }

    int addStatement(OpenStatement statement) {
        int id = lastStatement.incrementAndGet();
        statements.put(id, statement);
        return id;
    }

    long lastUsedMillis() {
        return lastUsedMillis;
    }

    void usedAt(long nowMillis) {
        lastUsedMillis = nowMillis;
    }

    void close() {
        statements.values().forEach(OpenStatement::close);
        statements.clear();
        session.close();
    }
}
