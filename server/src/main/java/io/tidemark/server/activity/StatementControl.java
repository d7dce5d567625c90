package io.tidemark.server.activity;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Lets other threads end a running statement, and bounds its time. Thread-safe. */
public final class StatementControl {

    private static final long CHECK_MILLIS = 50;

    private final Duration timeout;
    private final List<Runnable> actions = new CopyOnWriteArrayList<>();
    private volatile boolean cancelled;

    /** A control with a timeout; zero for no limit. */
    public StatementControl(Duration timeout) {
        this.timeout = timeout;
    }

    /** How long the statement may take; zero for no limit. */
    public Duration timeout() {
        return timeout;
    }

    /** Whether {@link #cancel} was called. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** Asks for an action to be run when the statement is cancelled; it is run at once if it was already. */
    public void onCancel(Runnable action) {
        actions.add(action);
        if (cancelled) {
            action.run();
        }
    }

    /** Cancels the statement: its result ends with CANCELLED. */
    public void cancel() {
        cancelled = true;
        actions.forEach(Runnable::run);
    }

    /** Throws CANCELLED if the statement was cancelled. */
    public void check() {
        if (cancelled) {
            throw CodedException.of(ErrorCode.CANCELLED, "the statement was cancelled");
        }
    }

    /** Takes a lock, waiting for it until the statement is cancelled; then throws CANCELLED, without the lock. */
    public void lock(Lock lock) {
        try {
            while (!lock.tryLock(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CodedException.of(ErrorCode.CANCELLED, "the statement was interrupted");
        }
    }
}
