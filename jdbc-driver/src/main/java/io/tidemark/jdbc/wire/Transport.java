package io.tidemark.jdbc.wire;

import io.tidemark.jdbc.embedded.Reply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** How messages reach a server: over HTTP, or by a call within the process. */
public interface Transport extends AutoCloseable {

    /** The server, as error messages name it. */
    String server();

    /**
     * Sends a message.
     *
     * @param message a message of the protocol
     * @param timeout how long the answer may take; zero for ever
     * @return the answer to come, which fails with an {@code IOException}; cancelling it gives up the wait
     */
    CompletableFuture<Reply> send(byte[] message, Duration timeout);

    /** Lets go of what is the connection's own. */
    @Override
    void close();
}
