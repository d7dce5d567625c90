package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** What makes one query's epochs last: its plans, commits and checkpoints. Used by the query's thread alone. */
public interface EpochStore {

    /**
     * Where a query stood.
     *
     * @param checkpoint the state to begin with; empty for a query that has never run
     * @param plans the epochs after it, without a gap
     * @param answers what the outside world answered in them
     * @param lastCommit the last epoch known to have been delivered; 0 if none is
     */
    record Recovery(
            Optional<Checkpoint> checkpoint,
            List<PlanRecord.Plan> plans,
            List<PlanRecord.Answers> answers,
            long lastCommit) {}

    /**
     * What is to be written of a checkpoint.
     *
     * @param image the state
     * @param lastDelivered the last epoch up to the image's that gave the sink anything
     * @param sinkEpoch the last epoch that the sink can't lose any more
     * @param before makes durable what the image refers to
     */
    record Draft(CheckpointImage image, long lastDelivered, long sinkEpoch, Runnable before) {}

    /**
     * Finds the newest checkpoint that can be used, and the plans after it.
     *
     * @throws CodedException CORRUPTED or EXTERNAL_DATA_LOST if there are checkpoints, but none can be used
     */
    Recovery recover(Predicate<Checkpoint> usable);

    /** Whether anything lasts: if not, an epoch that fails half-way can't be run again. */
    boolean lasts();

    /** Hands a plan to the log; the future completes when it is durable. */
    CompletableFuture<Void> plan(PlanRecord.Plan plan);

    /** Hands what the outside world has answered an operator in an epoch to the log; the future completes when it is durable. */
    CompletableFuture<Void> answers(long epoch, String operator, byte[] bytes);

    /** Notes that an epoch has been delivered. */
    void commit(long epoch);

    /** Whether a checkpoint can be taken now: they last, and none is being written. */
    boolean takesCheckpoint();

    /**
     * What the next checkpoint is to be, if one can be taken now.
     *
     * @param name its name
     * @param base the checkpoint that it is to follow; empty if it has to have all of the state
     */
    record Next(CheckpointName name, Optional<CheckpointName> base) {}

    /** Says what a checkpoint of an epoch has to be: all of the state after a recovery, a failure, or many changes. */
    Next next(long epoch);

    /** Writes a checkpoint in the background, then removes what is no longer needed. */
    void write(Draft draft);

    /** Waits until no checkpoint is being written. */
    void awaitWritten();

    /** The epoch of the newest checkpoint on disk; 0 without one. */
    long newestCheckpoint();

    /** The epoch of the oldest checkpoint kept: nothing up to it will be read again; 0 without one. */
    long oldestCheckpoint();

    /** Why the last checkpoint could not be written; empty if it could. */
    Optional<CodedException> lastFailure();
}
