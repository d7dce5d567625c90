package io.tidemark.server.http;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Cuts TCP connections off that take too long to send the head of a request. One that is silent between two requests is left alone: clients keep such
 * connections. Thread-safe.
 */
public final class SlowConnections {

    private static final long NEVER = Long.MAX_VALUE;

    private final ServerConnector connector;
    private final Duration limit;
    private final Clock clock;
    private final Map<EndPoint, Seen> seen = new ConcurrentHashMap<>();

    /**
     * What is known of a connection.
     *
     * @param answering whether a request is being answered
     * @param bytesIn the bytes received up to the end of the last request; -1 before the first
     * @param beginsAt since when it has been seen to send a head, in millis; {@link #NEVER} if it does not
     */
    private record Seen(boolean answering, long bytesIn, long beginsAt) {}

    /**
     * The connections of a connector.
     *
     * @param limit how long the head of a request may take
     */
    public SlowConnections(ServerConnector connector, Duration limit, Clock clock) {
        this.connector = connector;
        this.limit = limit;
        this.clock = clock;
    }

    /** The head of a request has come. */
    public void begins(Request request) {
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        seen.put(endPoint, new Seen(true, 0, NEVER));
        Request.addCompletionListener(
                request, failure -> seen.put(endPoint, new Seen(false, bytesIn(endPoint), NEVER)));
    }

    private static long bytesIn(EndPoint endPoint) {
        return endPoint.getConnection().getBytesIn();
    }

    /** Looks at all connections. */
    public void check() {
        long now = clock.millis();
        Set<EndPoint> connected = ConcurrentHashMap.newKeySet();
        for (EndPoint raw : connector.getConnectedEndPoints()) {
            EndPoint endPoint = raw.getConnection() instanceof SslConnection ssl ? ssl.getSslEndPoint() : raw;
            connected.add(endPoint);
            Seen checked = seen.compute(endPoint, (key, before) -> checked(key, before, now));
            if (now - checked.beginsAt() > limit.toMillis()) {
                raw.close();
            }
        }
        seen.keySet().retainAll(connected);
    }

    private static Seen checked(EndPoint endPoint, Seen before, long now) {
        if (before == null) {
            return new Seen(false, -1, now);
        }
        boolean begins = !before.answering() && before.beginsAt() == NEVER && bytesIn(endPoint) != before.bytesIn();
        return begins ? new Seen(false, before.bytesIn(), now) : before;
    }
}
