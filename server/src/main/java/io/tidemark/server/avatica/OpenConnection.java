package io.tidemark.server.avatica;

import io.tidemark.server.session.Session;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;

/** A client's connection: its session, its statements by id, and when it was last heard of. Thread-safe. */
final class OpenConnection {

    private final Session session;
    private final ConnectionPropertiesImpl properties;
    private final Map<Integer, OpenStatement> statements = new ConcurrentHashMap<>();
    private final AtomicInteger lastStatement = new AtomicInteger();
    private volatile long lastUsedMillis;

    OpenConnection(Session session, long nowMillis) {
        this.session = session;
        this.lastUsedMillis = nowMillis;
        this.properties = new ConnectionPropertiesImpl(
                true, false, java.sql.Connection.TRANSACTION_READ_COMMITTED, "tidemark", session.schema());
    }

    Session session() {
        return session;
    }

    ConnectionPropertiesImpl properties() {
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
