package io.tidemark.server.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A snapshot query that is being read for a client.
 *
 * @param rows its rows
 * @param omitted completes when all rows have been read from where they are, whether or not the client has taken them; never if that fails
 */
public record SnapshotRead(ResultRows rows, CompletableFuture<Omitted> omitted) {

    /**
     * The rows that are not in the result.
     *
     * @param lateRows rows left out because they were late
     * @param badRows rows left out because they don't parse or can't be evaluated
     * @param firstBadRow what is wrong with the first bad row
     */
    public record Omitted(long lateRows, long badRows, Optional<CodedException> firstBadRow) {}

    /** One that has been read to its end. */
    static SnapshotRead of(List<Batch> batches, Omitted omitted) {
        return new SnapshotRead(ResultRows.of(batches), CompletableFuture.completedFuture(omitted));
    }
}
