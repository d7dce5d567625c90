package io.tidemark.server.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.serving.BatchQueue;
import io.tidemark.runtime.serving.PushExecution;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The rows of a running push query, epoch by epoch. Read by one thread; cancelled and closed by any. */
public final class PushRows implements ResultRows {

    private final PushExecution execution;
    private final ChangeRows changes;
    private final Deque<Batch> ready = new ArrayDeque<>();
    private final List<Batch> epoch = new ArrayList<>();
    private volatile @Nullable CompletableFuture<Void> ending;

    PushRows(PushExecution execution, ChangeRows changes) {
        this.execution = execution;
        this.changes = changes;
    }

    /**
     * The next rows, or null if none came within the wait.
     *
     * @throws CodedException what made the query fail, or CANCELLED
     */
    @Override
    public @Nullable Batch next(Duration wait) {
        long deadline = System.nanoTime() + wait.toNanos();
        while (ready.isEmpty()) {
            Optional<BatchQueue.Item> item = poll(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            if (item.isEmpty()) {
                return null;
            }
            epoch.add(item.get().batch());
            if (item.get().lastOfEpoch() || !changes.needWholeEpochs()) {
                ready.addAll(changes.of(epoch, item.get().epoch()));
                epoch.clear();
            }
        }
        return ready.poll();
    }

    private Optional<BatchQueue.Item> poll(Duration wait) {
        try {
            return execution.rows().poll(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CodedException.of(ErrorCode.CANCELLED, "the statement was interrupted");
        }
    }

    /** Whether no more rows will come. */
    @Override
    public boolean isEnded() {
        return ready.isEmpty() && execution.rows().isDone();
    }

    @Override
    public CompletableFuture<Void> whenReady() {
        return ready.isEmpty() ? execution.rows().whenReady() : CompletableFuture.<Void>completedFuture(null);
    }

    @Override
    public boolean isEndless() {
        return true;
    }

    /** Ends the query; whoever waits for rows gets CANCELLED. */
    public void cancel() {
        ending = execution.cancel();
    }

    /** Whether {@link #cancel} has been called. */
    boolean isCancelled() {
        return ending != null;
    }

    @Override
    public void close() {
        if (!isCancelled()) {
            cancel();
        }
    }
}
