package io.tidemark.runtime.parallel;

import org.jspecify.annotations.Nullable;

/** The rows that wait in all partitions of an operator, and what went wrong with any of them. Its monitor guards the partitions too. */
final class Backlog {

    private long rows;
    private @Nullable Throwable failure;

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

    /** Keeps the first failure: nothing is begun any more. */
    synchronized void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
        notifyAll();
    }

    synchronized boolean hasFailed() {
        return failure != null;
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

    /** Waits until at most so many rows wait, or something fails. */
    synchronized void awaitAtMost(long greatest) {
        Waiting.until(this, () -> rows <= greatest || failure != null);
        check();
    }
}
