package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.server.serving.ResultRows;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result as frames of the protocol. While the client reads one, the next is made ready, and no more than that. Used by one thread at
 * a time; closed by any.
 *
 * <p>A frame ends early rather than to hold more than about a megabyte. That of a push query has what is there: it never waits to fill up.
 */
final class ResultFrames implements AutoCloseable {

    /** Snapshot rows come as fast as they are made; whoever waits longer is told that there is life. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private static final int FRAME_BYTES = 1 << 20;

    private final ResultRows rows;
    private final WireValues values;
    private final long maxRows;
    private final Executor background;
    private @Nullable Batch current;
    private int nextInBatch;
    private long rowsGiven;
    private @Nullable CompletableFuture<Meta.Frame> prepared;

    /**
     * The frames of one result.
     *
     * @param maxRows how many rows there are at most in all; negative for no limit
     * @param background makes frames ready
     */
    ResultFrames(ResultRows rows, WireValues values, long maxRows, Executor background) {
        this.rows = rows;
        this.values = values;
        this.maxRows = maxRows;
        this.background = background;
    }

    /** The first rows: of a push query those that are there already. */
    Meta.Frame first(int max) {
        return frame(max);
    }

    /** Further rows; an empty frame that isn't the last is a sign of life. */
    Meta.Frame next(int max) {
        CompletableFuture<Meta.Frame> ready = prepared;
        prepared = null;
        Meta.Frame frame = ready == null ? frame(max) : joined(ready);
        if (!frame.done && !rows.isEndless()) {
            try {
                prepared = CompletableFuture.supplyAsync(() -> frame(max), background);
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

    private Meta.Frame frame(int max) {
        int limit = (int) Math.min(max, maxRows < 0 ? max : maxRows - rowsGiven);
        List<Object> frame = new ArrayList<>();
        long bytes = 0;
        while (frame.size() < limit && bytes < FRAME_BYTES) {
            if (current == null) {
                current = nextBatch(frame.isEmpty());
                nextInBatch = 0;
                if (current == null) {
                    break;
                }
            }
            WireValues.Appended appended = values.append(current, nextInBatch, limit, FRAME_BYTES - bytes, frame);
            nextInBatch = appended.next();
            bytes += appended.bytes();
            if (nextInBatch >= current.selectedCount()) {
                current = null;
            }
        }
        long offset = rowsGiven;
        rowsGiven += frame.size();
        boolean done = (maxRows >= 0 && rowsGiven >= maxRows) || (current == null && rows.isEnded());
        return Meta.Frame.create(offset, done, frame);
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
