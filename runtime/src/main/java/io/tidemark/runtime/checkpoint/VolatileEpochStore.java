package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Lets epochs pass without a trace: for queries that live no longer than the client that watches them. */
public final class VolatileEpochStore implements EpochStore {

    @Override
    public Recovery recover(Predicate<Checkpoint> usable) {
        return new Recovery(Optional.empty(), List.of(), List.of(), 0);
    }

    @Override
    public boolean lasts() {
        return false;
    }

    @Override
    public CompletableFuture<Void> plan(PlanRecord.Plan plan) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> answers(long epoch, String operator, byte[] bytes) {
        return CompletableFuture.completedFuture(null);
    }

    /** Nothing asks for it again. */
    @Override
    public void commit(long epoch) {}

    @Override
    public boolean takesCheckpoint() {
        return false;
    }

    @Override
    public Next next(long epoch) {
        throw keepsNone();
    }

    @Override
    public void write(Draft draft) {
        throw keepsNone();
    }

    private static CodedException keepsNone() {
        return CodedException.internal("a checkpoint was taken of a query that keeps none");
    }

    /** None ever is. */
    @Override
    public void awaitWritten() {}

    @Override
    public long newestCheckpoint() {
        return 0;
    }

    @Override
    public long oldestCheckpoint() {
        return 0;
    }

    @Override
    public Optional<CodedException> lastFailure() {
        return Optional.empty();
    }
}
