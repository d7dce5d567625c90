package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * One query's plans in the server's plan log and its checkpoints in its own directory.
 *
 * <p>The two newest checkpoints are kept, and below them the newest from which everything that the sink might still lose can be delivered again;
 * plans from before the oldest one kept are given up.
 */
public final class DurableEpochStore implements EpochStore {

    private static final int KEPT = 2;

    private final String query;
    private final PlanLog log;
    private final CheckpointStore checkpoints;
    private final Executor background;

    /** For each checkpoint on disk, the last epoch up to it that gave the sink anything. */
    private final TreeMap<Long, Long> kept = new TreeMap<>();

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
        List<Long> epochs = checkpoints.epochs();
        synchronized (kept) {
            epochs.forEach(epoch -> kept.putIfAbsent(epoch, epoch));
            noteKept();
        }
        boolean damaged = false;
        for (long epoch : epochs) {
            Optional<Checkpoint> checkpoint = checkpoints.read(epoch);
            damaged |= checkpoint.isEmpty();
            if (checkpoint.isPresent() && usable.test(checkpoint.get())) {
                PlanLog.History history = log.read(query, epoch);
                return new Recovery(checkpoint, withoutGap(epoch, history.plans()), Math.max(0, history.lastCommit()));
            }
        }
        if (epochs.isEmpty() && log.read(query, 0).plans().isEmpty()) {
            return new Recovery(Optional.empty(), List.of(), 0);
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
    public void commit(long epoch) {
        CompletableFuture<Void> written = log.append(new PlanRecord.Commit(query, epoch));
        if (written.isCompletedExceptionally()) {
            written.join();
        }
    }

    @Override
    public boolean takesCheckpoint() {
        return writing.isDone();
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
        draft.before().run();
        checkpoints.write(draft.image());
        List<Long> unneeded;
        synchronized (kept) {
            kept.put(draft.image().epoch(), draft.lastDelivered());
            unneeded = unneeded(draft.sinkEpoch());
            noteKept();
        }
        unneeded.forEach(checkpoints::delete);
        log.trim(query, oldest + 1);
    }

    private List<Long> unneeded(long sinkEpoch) {
        List<Long> unneeded = new ArrayList<>();
        int newer = 0;
        boolean redeliverable = false;
        Iterator<Long> descending = List.copyOf(kept.descendingKeySet()).iterator();
        while (descending.hasNext()) {
            long epoch = descending.next();
            long lastDelivered = kept.getOrDefault(epoch, epoch);
            if (newer >= KEPT && redeliverable) {
                unneeded.add(epoch);
                kept.remove(epoch);
            }
            redeliverable |= lastDelivered <= sinkEpoch;
            newer++;
        }
        return unneeded;
    }

    private void noteKept() {
        newest = kept.isEmpty() ? 0 : kept.lastKey();
        oldest = kept.isEmpty() ? 0 : kept.firstKey();
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
