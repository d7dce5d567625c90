package io.tidemark.runtime.storage.log;

import io.tidemark.sql.error.CodedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Where a group went.
 *
 * @param ordinal its first ordinal; of an epoch appended before, the ordinal that would have been next
 * @param durable completed when it is durable
 */
public record Appended(long ordinal, CompletableFuture<Void> durable) {

    /** Waits until the group is durable; interruption does not end the wait. */
    public void await() {
        try {
            durable.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CodedException coded) {
                throw coded;
            }
            throw e;
        }
    }
}
