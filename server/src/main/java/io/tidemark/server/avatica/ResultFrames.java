package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.server.frame.OpenFrame;
import io.tidemark.server.serving.ResultRows;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result as frames of the protocol. While the client reads one, the next is made ready, and no more than that. Used by one thread at
 * a time; closed by any.
 *
 * <p>A frame ends early rather than to hold many bytes. That of a push query has what is there: it never waits to fill up.
 */
final class ResultFrames implements AutoCloseable {

    /** Snapshot rows come as fast as they are made; whoever waits longer is told that there is life. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final ResultRows rows;
    private final Supplier<OpenFrame> firstFormat;
    private final Supplier<OpenFrame> format;
    private final long maxRows;
    private final Executor background;
    private @Nullable Batch current;
    private int nextInBatch;
    private long rowsGiven;
    private @Nullable CompletableFuture<Meta.Frame> prepared;

    /**
     * The frames of one result.
     *
     * @param firstFormat opens the first frame, which is part of a greater message
     * @param format opens each further one
     * @param maxRows how many rows there are at most in all; negative for no limit
     * @param background makes frames ready
     */
    ResultFrames(
            ResultRows rows,
            Supplier<OpenFrame> firstFormat,
            Supplier<OpenFrame> format,
            long maxRows,
            Executor background) {
        this.rows = rows;
        this.firstFormat = firstFormat;
        this.format = format;
        this.maxRows = maxRows;
        this.background = background;
    }

    /** The first rows: of a push query those that are there already. */
    Meta.Frame first(int max) {
        return frame(firstFormat, max);
    }

    /** Further rows; an empty frame that isn't the last is a sign of life. */
    Meta.Frame next(int max) {
        CompletableFuture<Meta.Frame> ready = prepared;
        prepared = null;
        Meta.Frame frame = ready == null ? frame(format, max) : joined(ready);
        if (!frame.done && !rows.isEndless()) {
            try {
                prepared = CompletableFuture.supplyAsync(() -> frame(format, max), background);
            } catch (RejectedExecutionException e) {
                // All threads are busy: the frame is made when it is asked for.
                prepared = null;
            }
        }
        return frame;
    }

    private static Meta.Frame joined(CompletableFuture<Meta.Frame> ready) {
        try {
            return ready.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof CodedException coded
                    ? coded
                    : CodedException.internal("rows could not be read: " + e.getCause())
                            .cause(e);
        }
    }

    /** Completes when {@link #next} has something to give without waiting. */
    CompletableFuture<Void> whenReady() {
        return current != null || !rows.isEndless() ? CompletableFuture.completedFuture(null) : rows.whenReady();
    }

    private Meta.Frame frame(Supplier<OpenFrame> as, int max) {
        int limit = (int) Math.min(max, maxRows < 0 ? max : maxRows - rowsGiven);
        OpenFrame frame = as.get();
        while (frame.count() < limit && !frame.isFull()) {
            if (current == null) {
                current = nextBatch(frame.count() == 0);
                nextInBatch = 0;
                if (current == null) {
                    break;
                }
            }
            nextInBatch = frame.append(current, nextInBatch, limit - frame.count());
            if (nextInBatch >= current.selectedCount()) {
                current = null;
            }
        }
        long offset = rowsGiven;
        rowsGiven += frame.count();
        boolean done = (maxRows >= 0 && rowsGiven >= maxRows) || (current == null && rows.isEnded());
        return frame.close(offset, done);
    }

    private @Nullable Batch nextBatch(boolean mayWait) {
        if (rows.isEnded()) {
            return null;
        }
        return rows.next(rows.isEndless() || !mayWait ? Duration.ZERO : LONGEST_WAIT);
    }

    @Override
    public void close() {
        rows.close();
    }
}
