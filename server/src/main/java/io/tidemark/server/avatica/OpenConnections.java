package io.tidemark.server.avatica;

import io.tidemark.server.session.Session;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of an endpoint by the ids that their clients have chosen; and why some are no more. Thread-safe.
 *
 * <p>A connection expires when nothing was asked of it for some time, nothing runs on it and no result of it is being read. A result of which nothing
 * is read for some time is given up alone.
 */
final class OpenConnections {

    private static final int REMEMBERED_ENDS = 1000;

    private final ConnectionTimeouts timeouts;
    private final StatementLimits limits;
    private final CallOrigin origin;
    private final Clock clock;
    private final Map<String, OpenConnection> connections = new ConcurrentHashMap<>();
    private final Map<String, CodedException> ends = new LinkedHashMap<>();

    OpenConnections(ConnectionTimeouts timeouts, StatementLimits limits, CallOrigin origin, Clock clock) {
        this.origin = origin;
        this.timeouts = timeouts;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Adds one.
     *
     * @param id what its client has chosen
     * @param firstStatement the number of its first statement
     * @param takesColumns whether its client reads frames in columns
     */
    void open(String id, Session session, int firstStatement, boolean takesColumns) {
        OpenConnection opened = new OpenConnection(session, limits, firstStatement, takesColumns, clock.millis());
        if (connections.putIfAbsent(id, opened) != null) {
            session.close();
            throw CodedException.of(ErrorCode.PROTOCOL, "a connection with that id is open")
                    .hint("a client has to choose a new id for each connection");
        }
        session.connected().onKill(() -> end(id, session.connected().killedError()));
    }

    /** The connection of an id. Throws CONNECTION_UNKNOWN if there is none, or why it was ended. */
    OpenConnection require(String id) {
        return find(id).orElseThrow(() -> SqlErrors.wire(reason(id)));
    }

    /** The connection of an id, if it is there; another user's is not. */
    Optional<OpenConnection> find(String id) {
        return Optional.ofNullable(connections.get(id)).filter(connection -> connection.isOf(origin.login()));
    }

    private synchronized CodedException reason(String id) {
        CodedException known = ends.get(id);
        return known != null
                ? known
                : CodedException.of(ErrorCode.CONNECTION_UNKNOWN, "the connection is closed")
                        .hint("the server was restarted, or the connection closed; connect again");
    }

    /** Answers a request of a connection, which is not idle meanwhile. */
    <T> T using(String id, Callable<T> request) {
        OpenConnection connection = require(id);
        connection.beginRequest();
        try {
            return SqlErrors.translated(request);
        } finally {
            connection.endRequest(clock.millis());
        }
    }

    /** Ends what a statement runs; nothing happens if there is no such statement. */
    void cancel(String id, int statement) {
        find(id).flatMap(connection -> connection.statement(statement)).ifPresent(OpenStatement::cancel);
    }

    /** Closes the one of a client, which may be gone already. */
    void close(String id) {
        if (find(id).isPresent()) {
            remove(id);
        }
    }

    private void remove(String id) {
        OpenConnection closed = connections.remove(id);
        if (closed != null) {
            closed.close();
        }
    }

    void closeStatement(String id, int statement) {
        find(id).ifPresent(connection -> connection.closeStatement(statement));
    }

    private void end(String id, CodedException reason) {
        synchronized (this) {
            ends.put(id, reason);
            if (ends.size() > REMEMBERED_ENDS) {
                ends.remove(ends.keySet().iterator().next());
            }
        }
        remove(id);
    }

    /** Gives up results and closes connections that nobody has used for long. */
    void expire() {
        long now = clock.millis();
        long unreadSince = now - timeouts.resultIdle().toMillis();
        long unusedSince = now - timeouts.connectionIdle().toMillis();
        connections.forEach((id, connection) -> {
            connection.expireResults(unreadSince, timeouts.resultIdle(), now);
            if (connection.isIdle(unusedSince)) {
                end(id, idle(timeouts.connectionIdle()));
            }
        });
    }

    private static CodedException idle(Duration timeout) {
        return CodedException.of(
                        ErrorCode.CONNECTION_UNKNOWN,
                        "the connection was closed: it was not used for " + timeout.toSeconds() + " s")
                .hint("connect again, or raise server.connection-idle-timeout");
    }

    void closeAll() {
        connections.keySet().forEach(this::remove);
    }
}
