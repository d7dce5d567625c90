package io.tidemark.server.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.serving.BatchQueue;
import io.tidemark.runtime.serving.SnapshotExecution;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The rows of a snapshot query that is read while its client takes them. Read by one thread; closed by any. */
final class SnapshotRows implements ResultRows {

    private final SnapshotExecution execution;
    private final BatchQueue queue;
    private final PinnedRows pinned;
    private final ChangeRows repeated = ChangeRows.repeated();
    private final Deque<Batch> ready = new ArrayDeque<>();
    private final CompletableFuture<SnapshotRead.Omitted> completion = new CompletableFuture<>();

    SnapshotRows(SnapshotExecution execution, BatchQueue queue, PinnedRows pinned) {
        this.execution = execution;
        this.queue = queue;
        this.pinned = pinned;
    }

    /** Begins to read on a thread of the executor; false if there is none. */
    boolean start(Executor threads) {
        try {
            threads.execute(this::run);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void run() {
        try (pinned) {
            execution.run(queue);
            completion.complete(omitted(execution));
        }
    }

    static SnapshotRead.Omitted omitted(SnapshotExecution ended) {
        return new SnapshotRead.Omitted(ended.lateRows(), ended.badRows(), ended.firstBadRow());
    }

    void awaitFull() {
        queue.awaitFull();
    }

    /** What {@link SnapshotRead#omitted} says. */
    CompletableFuture<SnapshotRead.Omitted> completion() {
        return completion;
    }

    @Override
    public @Nullable Batch next(Duration wait) {
        long deadline = System.nanoTime() + wait.toNanos();
        while (ready.isEmpty()) {
            Optional<BatchQueue.Item> item = poll(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            if (item.isEmpty()) {
                return null;
            }
            ready.addAll(repeated.of(List.of(item.get().batch())));
        }
        return ready.poll();
    }

    private Optional<BatchQueue.Item> poll(Duration wait) {
        try {
            return queue.poll(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CodedException.of(ErrorCode.CANCELLED, "the statement was interrupted");
        }
    }

    @Override
    public boolean isEnded() {
        return ready.isEmpty() && queue.isDone();
    }

    @Override
    public boolean isEndless() {
        return false;
    }

    @Override
    public void close() {
        execution.cancel();
        queue.cancel();
    }
}
