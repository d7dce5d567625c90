package io.tidemark.runtime.parallel;

import io.tidemark.runtime.operator.Operator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of an operator and the rows that wait in them: who works on which, and what went wrong with any of them. Its monitor guards the
 * partitions too.
 */
final class Backlog {

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
        Partition taken = take();
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

    /** Waits until at most so many rows wait, or there is a partition to {@link #take}. */
    synchronized void awaitAtMost(long greatest) {
        Waiting.until(this, () -> rows <= greatest || failure != null || fullest() != null);
        check();
    }
}
