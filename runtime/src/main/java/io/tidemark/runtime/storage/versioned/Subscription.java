package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.change.PastChanges;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A snapshot and then every later published change, in order and without a gap. Safe for use by several threads. */
public final class Subscription implements AutoCloseable {

    private final VersionedSnapshot snapshot;
    private final long capacityRows;
    private final Consumer<Subscription> onEnd;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Change> waiting = new ArrayDeque<>();
    private long waitingRows;
    private @Nullable CodedException failure;
    private boolean closed;
    private boolean finished;
    private volatile Runnable signal = () -> {};

    Subscription(VersionedSnapshot snapshot, long capacityRows, Consumer<Subscription> onEnd) {
        this.snapshot = snapshot;
        this.capacityRows = capacityRows;
        this.onEnd = onEnd;
    }

    /** The rows as they were when the subscription began. To be closed by the subscriber once read; {@link #close} closes it too. */
    public VersionedSnapshot snapshot() {
        return snapshot;
    }

    /**
     * The next change, waiting for one if need be. Versions that change nothing are reported too, several in a row by the last
     * one alone.
     *
     * @return null if none came in time, or once the subscription is closed or has ended
     * @throws CodedException SUBSCRIPTION_LAG if too many rows waited; the feed's reason if it was closed; in both cases at once, without what
     *     was still waiting
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public @Nullable Change poll(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = timeout.toNanos();
            while (waiting.isEmpty() && failure == null && !closed && !finished && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            if (failure != null) {
                throw failure;
            }
            Change next = waiting.poll();
            waitingRows -= next == null ? 0 : PastChanges.rows(next);
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Asks to be told when {@link #poll} may have something to say. */
    public void onChange(Runnable told) {
        signal = told;
    }

    /** Whether every change has been taken and no more will come, without an error. */
    public boolean isEnded() {
        lock.lock();
        try {
            return finished && waiting.isEmpty() && failure == null;
        } finally {
            lock.unlock();
        }
    }

    /** Says that no more changes will come; those that wait can still be taken. */
    void finish() {
        lock.lock();
        try {
            finished = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        signal.run();
    }

    void offer(Change change) {
        lock.lock();
        try {
            if (closed || failure != null) {
                return;
            }
            long rows = PastChanges.rows(change);
            if (!waiting.isEmpty() && waitingRows + rows > capacityRows) {
                end(lag(change.version(), waitingRows + rows));
                return;
            }
            Change last = waiting.peekLast();
            if (rows == 0 && last != null && last.deltas().isEmpty()) {
                waiting.removeLast();
            }
            waiting.add(change);
            waitingRows += rows;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        signal.run();
    }

    private CodedException lag(long version, long rows) {
        return CodedException.of(
                        ErrorCode.SUBSCRIPTION_LAG,
                        "SUBSCRIPTION-LAG: " + rows + " changed rows wait at version " + version + ", expected at most "
                                + capacityRows)
                .hint("subscribe again to begin with the rows as they are now, and read faster or select less");
    }

    void fail(CodedException reason) {
        lock.lock();
        try {
            if (failure == null) {
                end(reason);
            }
        } finally {
            lock.unlock();
        }
        signal.run();
    }

    private void end(CodedException reason) {
        failure = reason;
        waiting.clear();
        waitingRows = 0;
        changed.signalAll();
        onEnd.accept(this);
    }

    /** Ends the subscription; a waiting {@link #poll} returns null. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        onEnd.accept(this);
        snapshot.close();
    }
}
