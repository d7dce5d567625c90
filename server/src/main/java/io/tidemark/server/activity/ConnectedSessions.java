package io.tidemark.server.activity;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All sessions of a server, by number, and the limits of their count. Thread-safe. */
public final class ConnectedSessions {

    private final ConnectionLimits limits;
    private final Clock clock;
    private final Map<Integer, ConnectedSession> sessions = new TreeMap<>();
    private int last;

    /** None yet. */
    public ConnectedSessions(ConnectionLimits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * A session of a new client.
     *
     * @param user who connects
     * @param client the program, and its address
     * @throws CodedException RESOURCE_CONNECTIONS if there are as many as there may be
     */
    public synchronized ConnectedSession connect(String user, ConnectedSession.Client client) {
        if (sessions.size() >= limits.connections()) {
            throw tooMany(
                    "the server has " + sessions.size() + " connections, the most that it takes",
                    "server.max-connections");
        }
        long ofUser = sessions.values().stream()
                .filter(session -> session.user().equals(user))
                .count();
        if (ofUser >= limits.connectionsPerUser()) {
            throw tooMany(
                    "user \"" + user + "\" has " + ofUser + " connections, the most that one user may have",
                    "server.max-connections-per-user");
        }
        int number = ++last;
        ConnectedSession session = new ConnectedSession(number, user, client, clock, () -> remove(number));
        sessions.put(number, session);
        return session;
    }

    private static CodedException tooMany(String message, String setting) {
        return CodedException.of(ErrorCode.RESOURCE_CONNECTIONS, message)
                .hint("close connections that are not used (sys.sessions lists them, KILL SESSION ends one), or raise "
                        + setting);
    }

    private synchronized void remove(int number) {
        sessions.remove(number);
    }

    /** All that are there, oldest first. */
    public synchronized List<ConnectedSession> all() {
        return List.copyOf(sessions.values());
    }

    /** The session of an id. */
    public Optional<ConnectedSession> session(String id) {
        return all().stream().filter(session -> session.id().equals(id)).findFirst();
    }

    /** The running statement of an id. */
    public Optional<RunningStatement> statement(String id) {
        return all().stream()
                .flatMap(session -> session.statements().stream())
                .filter(statement -> statement.id().equals(id))
                .findFirst();
    }
}
