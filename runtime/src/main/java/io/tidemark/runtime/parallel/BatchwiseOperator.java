package io.tidemark.runtime.parallel;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An operator of one input and without state, whose batches are worked on by several threads, each with an operator of its own. What comes out, and
 * which rows fail, is told in the order of the input's batches, as if there were one thread: only the time of it differs, which is the end of the epoch at
 * the latest. So it must not stand where batches of several inputs come together above it.
 *
 * <p>Batches that take less time than the change of threads would are worked on at once, by the caller.
 *
 * <p><b>Bounds</b>: at most {@value #MOST_BATCHES} batches wait, beside their output. <b>Errors</b>: what an operator fails with is thrown here, when its
 * batch is due.
 */
public final class BatchwiseOperator implements Operator {

    private static final int MOST_BATCHES = 32;
    private static final int MOST_UNTAKEN = 4;
    private static final double WORTHWHILE_NANOS = 25_000;
    private static final double SHARE_OF_NEW = 0.25;

    private final Workers workers;
    private final RowHandlers handlers;
    private final Function<RowHandlers, Operator> maker;
    private final double worthwhileNanos;
    private final ArrayDeque<Work> undelivered = new ArrayDeque<>();
    private final ArrayDeque<Work> untaken = new ArrayDeque<>();
    private final ArrayDeque<Hand> free = new ArrayDeque<>();
    private int called;
    private double batchNanos;

    /**
     * Makes one.
     *
     * @param workers who works on it
     * @param handlers is told of the rows that fail
     * @param maker makes the operator of a thread, which must give the same for a batch as any other
     */
    public BatchwiseOperator(Workers workers, RowHandlers handlers, Function<RowHandlers, Operator> maker) {
        this(workers, handlers, maker, WORTHWHILE_NANOS);
    }

    /** One that gives batches to others once one takes so many nanoseconds. */
    BatchwiseOperator(
            Workers workers, RowHandlers handlers, Function<RowHandlers, Operator> maker, double worthwhileNanos) {
        this.workers = workers;
        this.handlers = handlers;
        this.maker = maker;
        this.worthwhileNanos = worthwhileNanos;
    }

    /** A row that failed. */
    private record FailedRow(Batch batch, int position, CodedException reason) {}

    /** A batch, and what came of it once it is done. */
    private static final class Work {
        private final Batch batch;
        private final List<FailedRow> failedRows = new ArrayList<>();
        private final List<Batch> output = new ArrayList<>();
        private @Nullable Throwable failure;
        private boolean done;

        Work(Batch batch) {
            this.batch = batch;
        }
    }

    /** The operator that one thread has at a time. */
    private static final class Hand {
        private final Operator operator;
        private List<FailedRow> failedRows = List.of();

        Hand(RowHandlers handlers, Function<RowHandlers, Operator> maker) {
            operator = maker.apply(new RowHandlers(
                    (batch, position, reason) -> failedRows.add(new FailedRow(batch, position, reason)),
                    handlers.late()));
        }

        void work(Work work) {
            failedRows = work.failedRows;
            try {
                operator.process(0, work.batch, work.output::add);
            } catch (RuntimeException | Error e) {
                work.failure = e;
            }
        }
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        Work work = new Work(batch);
        if (undelivered.isEmpty() && !isWorthwhile()) {
            work(work);
            deliver(work, out);
            return;
        }
        add(work);
        if (isCallDue()) {
            workers.offer(this::workUntilNoneIsLeft);
        }
        for (Work next = take(MOST_UNTAKEN); next != null; next = take(MOST_UNTAKEN)) {
            work(next);
        }
        deliver(MOST_BATCHES, out);
    }

    private synchronized boolean isWorthwhile() {
        return batchNanos >= worthwhileNanos;
    }

    private synchronized void add(Work work) {
        undelivered.add(work);
        untaken.add(work);
    }

    private synchronized boolean isCallDue() {
        if (called >= workers.count() - 1 || untaken.size() <= called) {
            return false;
        }
        called++;
        return true;
    }

    /** The oldest batch that nobody has taken, if more than so many wait. */
    private synchronized @Nullable Work take(int most) {
        return untaken.size() > most ? untaken.poll() : null;
    }

    private void workUntilNoneIsLeft() {
        for (Work work = takeOrLeave(); work != null; work = takeOrLeave()) {
            work(work);
        }
    }

    private synchronized @Nullable Work takeOrLeave() {
        Work work = untaken.poll();
        if (work == null) {
            called--;
        }
        return work;
    }

    private void work(Work work) {
        Hand hand = hand();
        long begin = System.nanoTime();
        hand.work(work);
        done(work, hand, System.nanoTime() - begin);
    }

    private Hand hand() {
        synchronized (this) {
            Hand found = free.poll();
            if (found != null) {
                return found;
            }
        }
        return new Hand(handlers, maker);
    }

    private synchronized void done(Work work, Hand hand, long nanos) {
        work.done = true;
        free.push(hand);
        batchNanos += (nanos - batchNanos) * SHARE_OF_NEW;
        notifyAll();
    }

    /** Gives out what is due and done; waits, once more than so many batches are undelivered, for the oldest of them. */
    private void deliver(int most, Output out) {
        for (Work work = next(most); work != null; work = next(most)) {
            deliver(work, out);
        }
    }

    private synchronized @Nullable Work next(int most) {
        Work oldest = undelivered.peek();
        if (oldest == null || (!oldest.done && undelivered.size() <= most)) {
            return null;
        }
        Waiting.until(this, () -> oldest.done);
        return undelivered.poll();
    }

    /** Whether the rows that were read at a place are in the batch whose output is due next: those before it have come out. */
    public boolean isNext(@Nullable RowOrigin origin) {
        Work next = undelivered.peek();
        return next != null && next.batch.tags().origin == origin;
    }

    private void deliver(Work work, Output out) {
        for (FailedRow row : work.failedRows) {
            handlers.errors().rowError(row.batch(), row.position(), row.reason());
        }
        if (work.failure instanceof Error error) {
            throw error;
        }
        if (work.failure instanceof RuntimeException exception) {
            throw exception;
        }
        work.output.forEach(out::emit);
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        for (Work next = take(0); next != null; next = take(0)) {
            work(next);
            deliver(MOST_BATCHES, out);
        }
        deliver(0, out);
        return watermark;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.empty();
    }
}
