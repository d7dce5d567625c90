package io.tidemark.server.serving;

import io.tidemark.runtime.batch.Batch;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result, batch by batch. Every row has weight 1: a row that occurs several times comes several times. Read by one thread; closed
 * by any.
 */
public interface ResultRows extends AutoCloseable {

    /**
     * The next batch, or null if none came within the wait, or none will come: see {@link #isEnded}.
     *
     * @throws io.tidemark.sql.error.CodedException if the query behind it failed or was cancelled
     */
    @Nullable
    Batch next(Duration wait);

    /** Whether the last row has been given out. */
    boolean isEnded();

    /** Completes when {@link #next} has something to say: rows, the end, or an error. At once unless the rows are those of a push query. */
    default CompletableFuture<Void> whenReady() {
        return CompletableFuture.completedFuture(null);
    }

    /** Whether rows come for ever: the result of a push query. */
    boolean isEndless();

    @Override
    void close();

    /** The batches of a finished result. */
    static ResultRows of(Iterable<Batch> batches) {
        Iterator<Batch> remaining = batches.iterator();
        return new ResultRows() {
            @Override
            public @Nullable Batch next(Duration wait) {
                return remaining.hasNext() ? remaining.next() : null;
            }

            @Override
            public boolean isEnded() {
                return !remaining.hasNext();
            }

            @Override
            public boolean isEndless() {
                return false;
            }

            @Override
            public void close() {
                // holds nothing
            }
        };
    }
}
