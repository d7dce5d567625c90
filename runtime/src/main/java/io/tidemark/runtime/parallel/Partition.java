package io.tidemark.runtime.parallel;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One partition of an operator: an operator of its own, and the batches that wait for it. Any thread may work on it, one at a time; batches are
 * processed in the order in which they came.
 */
final class Partition {

    /** So many rows are worth the change from one partition to another, and few enough that nobody waits long for the last of them. */
    private static final long STEP_ROWS = 4096;

    private final Operator operator;
    private final Backlog backlog;
    private final ArrayDeque<Rows> waiting = new ArrayDeque<>();
    private long waitingRows;
    private boolean busy;
    private @Nullable Ending ending;
    private long sizeBytes;
    private long rows;

    /** A batch of an input. */
    private record Rows(int input, Batch batch) {}

    /** What the end of an epoch asks of the partition, and what came of it. */
    private static final class Ending {
        private final Epoch epoch;
        private final long watermark;
        private final PartitionOutput output = new PartitionOutput();
        private boolean begun;
        private long reached;

        Ending(Epoch epoch, long watermark) {
            this.epoch = epoch;
            this.watermark = watermark;
        }
    }

    /** A partition whose batches count in a backlog, which is also the lock of all partitions that share it. */
    Partition(Operator operator, Backlog backlog) {
        this.operator = operator;
        this.backlog = backlog;
    }

    OperatorState state() {
        return operator.state().orElseThrow();
    }

    /** Puts a batch behind those that wait. */
    void add(int input, Batch batch) {
        synchronized (backlog) {
            waiting.add(new Rows(input, batch));
            waitingRows += batch.selectedCount();
            backlog.added(batch.selectedCount());
        }
    }

    /** How many rows wait for somebody to take the partition; 0 while somebody is at it. */
    long freeRows() {
        synchronized (backlog) {
            return busy ? 0 : waitingRows;
        }
    }

    /** Whether there is nothing left but to end the epoch here, and nobody is at it. */
    boolean isEndDue() {
        synchronized (backlog) {
            return !busy && waiting.isEmpty() && ending != null && !ending.begun;
        }
    }

    /** Keeps others away until the caller has worked on the partition. */
    void take() {
        synchronized (backlog) {
            busy = true;
        }
    }

    /**
     * Processes some of the batches that wait, and gives the partition, which the caller has taken, back: so that who comes next finds one that is
     * free.
     *
     * @param early takes what comes out before the end of the epoch
     */
    void work(Output early) {
        try {
            process(STEP_ROWS, early);
        } catch (RuntimeException | Error e) {
            backlog.fail(e);
        } finally {
            release();
        }
    }

    /** {@link #work} for a worker, then ends the epoch if that is due and no batch waits. What comes out then is held for {@link #takeEnd}. */
    void workAndEnd() {
        try {
            process(STEP_ROWS, backlog);
            Ending end = beginEnding();
            if (end != null) {
                try {
                    end.reached = operator.endEpoch(end.epoch, end.watermark, end.output);
                } finally {
                    end.output.finish();
                }
            }
        } catch (RuntimeException | Error e) {
            backlog.fail(e);
        } finally {
            release();
        }
    }

    private void release() {
        synchronized (backlog) {
            busy = false;
            backlog.notifyAll();
        }
    }

    private @Nullable Ending beginEnding() {
        synchronized (backlog) {
            Ending end = ending;
            if (end == null || end.begun || !waiting.isEmpty()) {
                return null;
            }
            end.begun = true;
            backlog.notifyAll();
            return end;
        }
    }

    private void process(long atLeast, Output early) {
        long processed = 0;
        Rows rows = next(early);
        while (rows != null) {
            operator.process(rows.input(), rows.batch(), early);
            int count = rows.batch().selectedCount();
            backlog.done(count);
            processed += count;
            rows = processed < atLeast ? next(early) : null;
        }
    }

    /** The batch that waits longest; none for a worker while too much of what has come out waits to be taken. */
    private @Nullable Rows next(Output early) {
        synchronized (backlog) {
            boolean isWorker = early.equals(backlog);
            if (isWorker && backlog.isFull()) {
                return null;
            }
            Rows rows = waiting.poll();
            if (rows != null) {
                waitingRows -= rows.batch().selectedCount();
            }
            return rows;
        }
    }

    /** Asks for the end of the epoch, from whoever works on the partition next. */
    void askEnd(Epoch epoch, long watermark) {
        synchronized (backlog) {
            ending = new Ending(epoch, watermark);
        }
    }

    /**
     * Ends the epoch: here, unless a worker does already, whose output is then taken.
     *
     * @return the watermark of the output
     */
    long takeEnd(Output out) {
        Ending end = claim();
        if (end.begun) {
            Batch batch = end.output.take();
            while (batch != null) {
                out.emit(batch);
                batch = end.output.take();
            }
            awaitRelease();
        } else {
            try {
                process(Long.MAX_VALUE, out);
                end.reached = operator.endEpoch(end.epoch, end.watermark, out);
            } finally {
                release();
            }
        }
        synchronized (backlog) {
            ending = null;
            backlog.check();
            return end.reached;
        }
    }

    /** Waits until a worker has begun to end the epoch, or takes the partition, which is then the caller's. */
    private Ending claim() {
        synchronized (backlog) {
            Ending end = ending;
            if (end == null) {
                throw new IllegalStateException("the end of the epoch has not been asked for");
            }
            Waiting.until(backlog, () -> !busy || end.begun);
            backlog.check();
            if (!end.begun) {
                busy = true;
            }
            return end;
        }
    }

    private void awaitRelease() {
        Waiting.until(backlog, () -> !busy);
    }

    /** Lets a worker that waits with its output go on, since nobody will take it. */
    void abandon() {
        Optional<Ending> end;
        synchronized (backlog) {
            end = Optional.ofNullable(ending);
            ending = null;
            waiting.clear();
        }
        end.ifPresent(abandoned -> abandoned.output.abandon());
    }

    /** The memory of the state, in bytes; while a worker is busy, as it was before. */
    long sizeBytes() {
        synchronized (backlog) {
            if (!busy) {
                sizeBytes = state().sizeBytes();
            }
            return sizeBytes;
        }
    }

    /** The rows of the state; while a worker is busy, as many as there were before. */
    long rows() {
        synchronized (backlog) {
            if (!busy) {
                rows = state().rows();
            }
            return rows;
        }
    }
}
