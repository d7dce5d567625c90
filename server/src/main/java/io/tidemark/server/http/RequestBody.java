package io.tidemark.server.http;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.Content;

/**
 * Reads the body of one request as it arrives, without a thread that waits for it. What is too large is taken off the line and thrown away, so that the
 * client, which sends before it reads, gets to read why.
 */
public final class RequestBody implements Runnable, AutoCloseable {

    private static final int FIRST_BYTES = 4096;

    /** How many times the greatest request is thrown away before the line is cut. */
    private static final int THROWN_AWAY = 64;

    private final Content.Source source;
    private final int most;
    private final RequestMemory memory;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private byte[] bytes = new byte[0];
    private int count;
    private long thrownAway;
    private long taken;
    private boolean tooLarge;

    /**
     * A body that has not been read.
     *
     * @param length its bytes as announced; negative if they were not
     * @param most how many bytes it may have
     */
    public RequestBody(Content.Source source, long length, int most, RequestMemory memory) {
        this.source = source;
        this.most = most;
        this.memory = memory;
        this.tooLarge = length > most;
        if (!tooLarge && length > 0) {
            grow((int) length);
        }
    }

    /**
     * Begins to read.
     *
     * @return its bytes; a {@link CodedException} if it is too large or there is no room for it
     */
    public CompletableFuture<byte[]> read() {
        run();
        return whole;
    }

    /** Takes what is there; called again when there is more. */
    @Override
    public void run() {
        while (!whole.isDone()) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                whole.completeExceptionally(chunk.getFailure());
                return;
            }
            try {
                take(chunk.getByteBuffer());
            } catch (CodedException e) {
                whole.completeExceptionally(e);
            } finally {
                chunk.release();
            }
            if (chunk.isLast()) {
                end();
            }
        }
    }

    private synchronized void take(ByteBuffer arrived) {
        if (whole.isDone()) {
            return;
        }
        int length = arrived.remaining();
        if (!tooLarge && (long) count + length > most) {
            tooLarge = true;
            close();
        }
        if (tooLarge) {
            thrownAway += length;
            if (thrownAway > (long) THROWN_AWAY * most) {
                throw refused();
            }
            return;
        }
        if (count + length > bytes.length) {
            grow((int) Math.min(most, Math.max(FIRST_BYTES, Math.max(2L * bytes.length, count + length))));
        }
        arrived.get(bytes, count, length);
        count += length;
    }

    private void grow(int size) {
        memory.take(size - taken);
        taken = size;
        bytes = Arrays.copyOf(bytes, size);
    }

    private void end() {
        if (tooLarge) {
            whole.completeExceptionally(refused());
        } else {
            whole.complete(count == bytes.length ? bytes : Arrays.copyOf(bytes, count));
        }
    }

    private CodedException refused() {
        return CodedException.of(ErrorCode.RESOURCE_LIMIT, "the request is larger than " + most + " bytes")
                .hint("send rows as a batch of several executions, or raise server.max-request-size");
    }

    /** Gives its memory back. */
    @Override
    public synchronized void close() {
        memory.give(taken);
        taken = 0;
        bytes = new byte[0];
        count = 0;
    }
}
