package io.tidemark.jdbc.wire;

import io.tidemark.jdbc.embedded.EmbeddedServer;
import io.tidemark.jdbc.embedded.Reply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Calls of a server in this process, each in a thread of its own, so that the caller can give it up. */
public final class EmbeddedTransport implements Transport {

    private final String name;
    private final EmbeddedServer server;
    private final ExecutorService calls;

    /**
     * Makes one.
     *
     * @param name the server, as error messages name it
     * @param server the server, which is closed with this
     */
    public EmbeddedTransport(String name, EmbeddedServer server) {
        this.name = name;
        this.server = server;
        this.calls = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "tidemark-embedded");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public String server() {
        return name;
    }

    @Override
    public CompletableFuture<Reply> send(byte[] message, Duration timeout) {
        CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(() -> server.answer(message), calls);
        return timeout.isZero() ? reply : reply.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        calls.shutdown();
        server.close();
    }
}
