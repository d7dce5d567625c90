package io.tidemark.jdbc.embedded;

/** A server in this process. Thread-safe: each call is answered in its caller's thread. */
public interface EmbeddedServer extends AutoCloseable {

    /**
     * Answers a message of the protocol; blocks until the answer is there.
     *
     * @param message what would be the body of an HTTP request
     */
    Reply answer(byte[] message);

    /** Stops the server in order, as the end of a server process does. */
    @Override
    void close();
}
