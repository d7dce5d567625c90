package io.tidemark.runtime.parallel;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.operator.Output;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What a partition gives out on a worker's thread, until the query's thread takes it. Holds a bounded number of batches: a worker that is ahead
 * waits.
 */
final class PartitionOutput implements Output {

    private static final int MAX_BATCHES = 64;

    private final ArrayDeque<Batch> batches = new ArrayDeque<>();
    private boolean finished;
    private boolean abandoned;

    @Override
    public synchronized void emit(Batch batch) {
        Waiting.until(this, () -> batches.size() < MAX_BATCHES || abandoned);
        if (abandoned) {
            throw CodedException.of(ErrorCode.CANCELLED, "the epoch was given up");
        }
        batches.add(batch);
        notifyAll();
    }

    /** Says that nothing more will come. */
    synchronized void finish() {
        finished = true;
        notifyAll();
    }

    /** Says that nobody will take anything more. */
    synchronized void abandon() {
        abandoned = true;
        notifyAll();
    }

    /** Waits for the next batch; null when there is none. */
    synchronized @Nullable Batch take() {
        Waiting.until(this, () -> !batches.isEmpty() || finished);
        notifyAll();
        return batches.poll();
    }
}
