package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * One query's plans in the server's plan log and its checkpoints in its own directory.
 *
 * <p>A checkpoint has what changed since the one before, and from time to time all of the state: when those with changes have grown longer
 * together than the last one with all, or are many. Which are kept: {@link CheckpointChains}; plans from before the oldest needed are given up.
 */
public final class DurableEpochStore implements EpochStore {

    /** So many with changes at most follow one with all of the state: recovery reads them all. */
    private static final int MOST_DELTAS = 100;

    private final String query;
    private final PlanLog log;
    private final CheckpointStore checkpoints;
    private final Executor background;

    private final CheckpointChains kept = new CheckpointChains();

    /** The checkpoint written last, while what follows it may be told by what changed; written between two checkpoints only. */
    private volatile Optional<CheckpointName> last = Optional.empty();

    private volatile long wholeBytes;
    private volatile long deltaBytes;
    private volatile int deltas;

    private volatile CompletableFuture<Void> writing = CompletableFuture.completedFuture(null);
    private volatile long newest;
    private volatile long oldest;
    private volatile Optional<CodedException> lastFailure = Optional.empty();

    /**
     * The store of one query.
     *
     * @param background writes checkpoints; its threads are never interrupted
     */
    public DurableEpochStore(String query, PlanLog log, CheckpointStore checkpoints, Executor background) {
        this.query = query;
        this.log = log;
        this.checkpoints = checkpoints;
        this.background = background;
    }

    @Override
    public Recovery recover(Predicate<Checkpoint> usable) {
        awaitWritten();
        last = Optional.empty();
        List<Long> epochs = checkpoints.epochs();
        synchronized (kept) {
            epochs.forEach(epoch -> kept.found(epoch, checkpoints.baseOf(epoch)));
            noteKept();
        }
        boolean damaged = false;
        for (long epoch : epochs) {
            Optional<Checkpoint> checkpoint = checkpoints.read(epoch);
            damaged |= checkpoint.isEmpty();
            if (checkpoint.isPresent() && usable.test(checkpoint.get())) {
                PlanLog.History history = log.read(query, epoch);
                return new Recovery(
                        checkpoint,
                        withoutGap(epoch, history.plans()),
                        history.answers(),
                        Math.max(0, history.lastCommit()));
            }
        }
        if (epochs.isEmpty() && log.read(query, 0).plans().isEmpty()) {
            return new Recovery(Optional.empty(), List.of(), List.of(), 0);
        }
        throw damaged || epochs.isEmpty() ? damaged(epochs) : outOfReach(epochs);
    }

    private CodedException damaged(List<Long> epochs) {
        return CodedException.of(
                        ErrorCode.CORRUPTED,
                        "query \"" + query + "\" has plans, but no usable checkpoint among those of epochs " + epochs)
                .hint("restore the data directory from a backup, or drop the query and create it anew");
    }

    private CodedException outOfReach(List<Long> epochs) {
        return CodedException.of(
                        ErrorCode.EXTERNAL_DATA_LOST,
                        "the sink of query \"" + query
                                + "\" has lost epochs from before the oldest checkpoint, of epoch "
                                + epochs.get(epochs.size() - 1))
                .hint("restore what the sink held, or drop the query and create it anew");
    }

    private List<PlanRecord.Plan> withoutGap(long checkpoint, List<PlanRecord.Plan> plans) {
        long expected = checkpoint + 1;
        for (PlanRecord.Plan plan : plans) {
            if (plan.epoch() != expected) {
                throw CodedException.of(
                                ErrorCode.CORRUPTED,
                                "the plan of epoch " + expected + " of query \"" + query
                                        + "\" is missing from the plan log, which has epoch " + plan.epoch())
                        .hint("restore the data directory from a backup, or drop the query and create it anew");
            }
            expected++;
        }
        return plans;
    }

    @Override
    public boolean lasts() {
        return true;
    }

    @Override
    public CompletableFuture<Void> plan(PlanRecord.Plan plan) {
        return log.append(plan);
    }

    @Override
    public CompletableFuture<Void> answers(long epoch, String operator, byte[] bytes) {
        return log.append(new PlanRecord.Answers(query, epoch, operator, bytes));
    }

    @Override
    public void commit(long epoch) {
        CompletableFuture<Void> written = log.append(new PlanRecord.Commit(query, epoch));
        if (written.isCompletedExceptionally()) {
            new PlanWait(written).run();
        }
    }

    @Override
    public boolean takesCheckpoint() {
        return writing.isDone();
    }

    @Override
    public Next next(long epoch) {
        boolean follows = deltaBytes <= wholeBytes && deltas < MOST_DELTAS;
        Optional<CheckpointName> base = follows ? last.filter(before -> before.epoch() < epoch) : Optional.empty();
        // What is captured now is lost if it can't be written: the next one has to have all of the state then.
        last = Optional.empty();
        return new Next(new CheckpointName(epoch, ThreadLocalRandom.current().nextLong()), base);
    }

    @Override
    public void write(Draft draft) {
        writing = CompletableFuture.runAsync(() -> writeNow(draft), background).handle((done, error) -> {
            lastFailure = Optional.ofNullable(error).map(DurableEpochStore::coded);
            return null;
        });
    }

    private static CodedException coded(Throwable error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return cause instanceof CodedException known
                ? known
                : CodedException.internal("a checkpoint cannot be written: " + cause)
                        .cause(cause);
    }

    private void writeNow(Draft draft) {
        CheckpointImage image = draft.image();
        try {
            draft.before().run();
        } catch (RuntimeException e) {
            image.release();
            throw e;
        }
        long bytes = checkpoints.write(image);
        wholeBytes = image.isWhole() ? bytes : wholeBytes;
        deltaBytes = image.isWhole() ? 0 : deltaBytes + bytes;
        deltas = image.isWhole() ? 0 : deltas + 1;
        List<Long> unneeded;
        synchronized (kept) {
            unneeded = kept.wrote(
                    image.name().epoch(),
                    image.base().map(CheckpointName::epoch),
                    draft.lastDelivered(),
                    draft.sinkEpoch());
            noteKept();
        }
        last = Optional.of(image.name());
        unneeded.forEach(checkpoints::delete);
        log.trim(query, oldest + 1);
    }

    private void noteKept() {
        newest = kept.newest();
        oldest = kept.oldest();
    }

    @Override
    public void awaitWritten() {
        writing.join();
    }

    @Override
    public long newestCheckpoint() {
        return newest;
    }

    @Override
    public long oldestCheckpoint() {
        return oldest;
    }

    @Override
    public Optional<CodedException> lastFailure() {
        return lastFailure;
    }
}
