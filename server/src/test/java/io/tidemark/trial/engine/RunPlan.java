package io.tidemark.trial.engine;

import io.tidemark.trial.data.Cut;
import java.util.Optional;

/**
 * How a trial is run.
 *
 * @param cut where epochs end
 * @param workers how many work on it
 * @param batchRows changes in one batch, at most
 * @param epochsPerCheckpoint after how many epochs a checkpoint is due
 * @param restart where the query ends and is opened again, if anywhere
 */
public record RunPlan(Cut cut, int workers, int batchRows, int epochsPerCheckpoint, Optional<Restart> restart) {

    /** The ways in which a query ends. */
    public enum End {
        /** In order, with a checkpoint. */
        STOP,
        /** The process dies between two epochs; what was not forced to disk is lost. */
        KILL,
        /** The process dies when the sink is about to commit. */
        KILL_BEFORE_COMMIT,
        /** The process dies when the sink has committed. */
        KILL_AFTER_COMMIT
    }

    /** A restart in, or after, an epoch of the cut, counted from 0. */
    public record Restart(int epoch, End end) {}

    /** The same with one worker. */
    public RunPlan alone() {
        return new RunPlan(cut, 1, batchRows, epochsPerCheckpoint, restart);
    }

    /** The same without a restart. */
    public RunPlan undisturbed() {
        return new RunPlan(cut, workers, batchRows, epochsPerCheckpoint, Optional.empty());
    }

    /** The same with another cut; the restart stays within it. */
    public RunPlan with(Cut other) {
        int last = other.ends().size() - 1;
        return new RunPlan(
                other,
                workers,
                batchRows,
                epochsPerCheckpoint,
                restart.map(r -> new Restart(Math.min(r.epoch, last), r.end)));
    }
}
