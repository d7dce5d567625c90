package io.tidemark.runtime.parallel;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.Output;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of an operator, the rows that wait in them, and what workers have given out before the end of the epoch: who works on which
 * partition, and what went wrong with any of them. Its monitor guards the partitions too.
 *
 * <p><b>Bounds</b>: once {@value #MOST_BATCHES} batches wait to be taken, workers begin with no more rows; nobody is kept waiting.
 */
final class Backlog implements Output {

    private static final int MOST_BATCHES = 64;

    private final ArrayDeque<Batch> batches = new ArrayDeque<>();
    private final List<Partition> partitions = new ArrayList<>();
    private long rows;
    private int called;
    private @Nullable Throwable failure;

    /** Adds a partition, behind those that there are. */
    Partition partition(Operator operator) {
        Partition partition = new Partition(operator, this);
        partitions.add(partition);
        return partition;
    }

    synchronized void added(long more) {
        rows += more;
    }

    synchronized void done(long fewer) {
        rows -= fewer;
        notifyAll();
    }

    synchronized long rows() {
        return rows;
    }

    /**
     * Whether it is time to call another worker, who then counts as called until {@link #takeOrLeave} has nothing for it.
     *
     * @param most how many may be called at a time
     * @param rowsEach for how many rows that wait one is called
     */
    synchronized boolean isCallDue(int most, long rowsEach) {
        if (called >= most || rows < rowsEach * (called + 1)) {
            return false;
        }
        called++;
        return true;
    }

    /** Takes, for a worker that was called, what there is to do; null: nothing, and the worker leaves. */
    synchronized @Nullable Partition takeOrLeave() {
        Partition taken = isFull() ? null : take();
        for (int i = partitions.size() - 1; taken == null && failure == null && i >= 0; i--) {
            if (partitions.get(i).isEndDue()) {
                taken = partitions.get(i);
                taken.take();
            }
        }
        if (taken == null) {
            called--;
        }
        return taken;
    }

    /** Takes the partition in which most rows wait of those that no other thread is at; null if there is none. */
    synchronized @Nullable Partition take() {
        Partition fullest = fullest();
        if (fullest != null) {
            fullest.take();
        }
        return fullest;
    }

    private @Nullable Partition fullest() {
        Partition fullest = null;
        long most = 0;
        for (Partition partition : partitions) {
            if (failure == null && partition.freeRows() > most) {
                fullest = partition;
                most = partition.freeRows();
            }
        }
        return fullest;
    }

    /** Keeps the first failure: nothing is begun any more. */
    synchronized void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
        notifyAll();
    }

    /** Throws, on the caller's thread, what a worker failed with. */
    synchronized void check() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** Takes a batch that a worker gives out before the end of the epoch, until {@link #deliver}. */
    @Override
    public synchronized void emit(Batch batch) {
        batches.add(batch);
        notifyAll();
    }

    /** Whether so much has come out that it should be taken before more is made. */
    synchronized boolean isFull() {
        return batches.size() >= MOST_BATCHES;
    }

    /** Passes on what workers have given out by now. On the query's thread. */
    void deliver(Output out) {
        for (Batch batch = next(); batch != null; batch = next()) {
            out.emit(batch);
        }
    }

    private synchronized @Nullable Batch next() {
        return batches.poll();
    }

    /** Waits until at most so many rows wait, or there is a partition to {@link #take}, or something to {@link #deliver}. */
    synchronized void awaitProgress(long greatest) {
        Waiting.until(this, () -> rows <= greatest || !batches.isEmpty() || failure != null || fullest() != null);
        check();
    }
}
