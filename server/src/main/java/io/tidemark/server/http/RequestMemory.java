package io.tidemark.server.http;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;

/** Bounds the bytes of all requests that are arriving or being answered. Thread-safe. */
public final class RequestMemory {

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    /** Memory for so many bytes. */
    public RequestMemory(long mostBytes) {
        this.most = mostBytes;
    }

    /** Takes bytes for a request. Throws RESOURCE_MEMORY if there are not so many left. */
    public void take(long bytes) {
        if (taken.addAndGet(bytes) > most) {
            taken.addAndGet(-bytes);
            throw CodedException.of(
                            ErrorCode.RESOURCE_MEMORY,
                            "the requests that the server is receiving need more than " + most + " bytes together")
                    .hint("try again in a moment, or give the server a greater heap");
        }
    }

    /** Gives them back. */
    public void give(long bytes) {
        taken.addAndGet(-bytes);
    }
}
