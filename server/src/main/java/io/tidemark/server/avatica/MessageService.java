package io.tidemark.server.avatica;

import io.tidemark.jdbc.embedded.Reply;
import io.tidemark.server.session.SessionFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;

/** Answers messages of Avatica's protocol that come from this process itself, without a network. Thread-safe. */
public final class MessageService implements AutoCloseable {

    private static final Duration LONG_POLL = Duration.ofSeconds(1);

    private final OpenConnections connections;
    private final ProtocolService protocol;

    /**
     * Makes one.
     *
     * @param sessions makes the sessions of connections
     * @param settings what connections may take
     */
    public MessageService(SessionFactory sessions, EndpointSettings settings) {
        Clock clock = Clock.systemUTC();
        CallOrigin origin = new CallOrigin();
        this.connections = new OpenConnections(settings.timeouts(), settings.statementLimits(), origin, clock);
        ServerMeta meta = new ServerMeta(
                connections,
                sessions,
                origin,
                new RunningStatements(settings.runningStatements()),
                Runnable::run,
                clock);
        this.protocol = new ProtocolService(meta);
        protocol.listensAt("embedded");
    }

    /** Answers a message; a push query's fetch takes up to a second. */
    public Reply answer(byte[] message) {
        protocol.whenReady(message)
                .completeOnTimeout(null, LONG_POLL.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        HandlerResponse<byte[]> response = protocol.answer(message);
        return new Reply(response.getStatusCode(), response.getResponse());
    }

    /** Ends every statement and connection. */
    @Override
    public void close() {
        connections.closeAll();
    }
}
