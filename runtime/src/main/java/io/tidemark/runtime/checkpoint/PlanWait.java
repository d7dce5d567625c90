package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for a plan, and what was answered in its epoch, to be durable, and measures how long that took. */
public final class PlanWait implements Runnable {

    private CompletableFuture<Void> plan;
    private long nanos;

    /** A wait for the plan that the future stands for. */
    public PlanWait(CompletableFuture<Void> plan) {
        this.plan = plan;
    }

    /** Waits for something else too. */
    void also(CompletableFuture<Void> other) {
        plan = CompletableFuture.allOf(plan, other);
    }

    /** Returns when the plan is durable; at once if it is already. */
    @Override
    public void run() {
        long start = System.nanoTime();
        try {
            plan.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof CodedException coded ? coded : e;
        }
        nanos += System.nanoTime() - start;
    }

    /** How long was waited, in nanoseconds. */
    public long nanos() {
        return nanos;
    }
}
