package io.tidemark.runtime.epoch;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.accounting.RowLedger;
import io.tidemark.runtime.checkpoint.Checkpoint;
import io.tidemark.runtime.checkpoint.CheckpointImage;
import io.tidemark.runtime.checkpoint.EpochAnswers;
import io.tidemark.runtime.checkpoint.EpochStore;
import io.tidemark.runtime.checkpoint.PlanRecord;
import io.tidemark.runtime.checkpoint.PlanWait;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.pace.SizeController;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * One query between two epochs, and the work of an epoch. Single-threaded; knows nothing of triggers, threads or life cycle.
 *
 * <p>The protocol: 1. choose ranges and hand the plan to the log; 2. read and process; 3. wait until the plan is durable; 4. write to the sink,
 * prepare, commit (a materialized view publishes); 5. hand the commit record to the log; 6. take a checkpoint, if one is due. Nothing before 3
 * leaves a trace outside. After a crash the plans behind the newest usable checkpoint are run again, and what the sink has already is kept from
 * it.
 */
final class EpochRunner {

    private static final String PROGRESS = "progress";
    private static final String RESULT = "result";

    private final QuerySpec spec;
    private final EpochStore store;
    private final Surroundings surroundings;
    private final SizeController size = new SizeController();
    private final ArrayDeque<PlanRecord.Plan> replay = new ArrayDeque<>();
    private final TreeMap<Long, List<SourcePosition>> checkpointed = new TreeMap<>();
    private final EpochAnswers answers;

    private Work work;
    private Delivery abandoned;
    private boolean fresh = true;
    private boolean usable;
    private long deliveredUpTo;
    private CompletableFuture<Void> lastPlan = CompletableFuture.completedFuture(null);
    private long checkpointAtMillis = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;

    /** Everything that is made anew when in-memory state is given up. */
    record Work(QueryProgress progress, Dataflow dataflow, RowLedger ledger, Delivery delivery, EpochReader reader) {}

    /**
     * What the runner touches besides its query.
     *
     * @param memory told now and then how much the query holds
     * @param cancelled asked before each batch
     * @param observer told of each step of an epoch; tests fail there
     */
    record Surroundings(
            RowKeeping rows,
            Clock clock,
            MemoryBudget.Share memory,
            BooleanSupplier cancelled,
            BiConsumer<Step, Long> observer) {}

    /** The points of an epoch between which a crash may come. */
    enum Step {
        PLANNED,
        LOGGED,
        PROCESSED,
        PREPARED,
        DELIVERED,
        NOTED,
        CHECKPOINTED
    }

    EpochRunner(QuerySpec spec, EpochStore store, Surroundings surroundings) {
        this.spec = spec;
        this.store = store;
        this.answers = new EpochAnswers(store);
        this.surroundings = surroundings;
        this.work = makeWork();
        this.abandoned = work.delivery();
    }

    private Work makeWork() {
        QueryProgress progress = new QueryProgress(spec.sources());
        RowLedger ledger = new RowLedger(
                progress.sources().stream().map(SourceProgress::name).toList(), surroundings.rows());
        Delivery delivery = new Delivery(spec.output());
        Dataflow dataflow = spec.dataflow().create(new Dataflow.RowHandlers(ledger, ledger, answers), delivery);
        delivery.bind(dataflow.outputSchema());
        progress.bind(dataflow);
        EpochReader reader = new EpochReader(progress, dataflow, ledger, surroundings, spec.output());
        return new Work(progress, dataflow, ledger, delivery, reader);
    }

    QueryProgress progress() {
        return work.progress();
    }

    Dataflow dataflow() {
        return work.dataflow();
    }

    RowLedger ledger() {
        return work.ledger();
    }

    /** The result's watermark after the last epoch. */
    long watermark() {
        return watermark;
    }

    /** Whether {@link #recover} has to be called before the next epoch. */
    boolean needsRecovery() {
        return !usable;
    }

    /** Lets go of what is in memory, which is not to be used any more. */
    void giveUp() {
        usable = false;
        if (!fresh) {
            abandoned = work.delivery();
            work = makeWork();
            fresh = true;
            surroundings.memory().release();
        }
    }

    /** Whether {@link #recover} leads back to where the query was. */
    boolean recoverable() {
        return usable || store.lasts();
    }

    EpochStore store() {
        return store;
    }

    boolean replaying() {
        return !replay.isEmpty();
    }

    /** Gives up what is in memory and goes back to the newest usable checkpoint; the epochs after it are then run first. */
    void recover() {
        giveUp();
        abandoned.abort();
        // A plan that is still on its way must be in the log, or not, before the log is read.
        lastPlan.handle((done, error) -> error == null).join();
        fresh = false;
        EpochStore.Recovery recovery = store.recover(this::isUsable);
        replay.clear();
        recovery.checkpoint().ifPresentOrElse(this::load, this::begin);
        replay.addAll(recovery.plans());
        answers.recover(recovery.answers());
        deliveredUpTo = deliveredUpTo(recovery);
        usable = true;
        if (replay.isEmpty()) {
            goLive();
        }
    }

    private boolean isUsable(Checkpoint checkpoint) {
        if (spec.output().sink() instanceof ResultStore || !spec.output().exactlyOnce()) {
            return true;
        }
        QueryProgress then = new QueryProgress(List.of());
        checkpoint.load(PROGRESS, then);
        return then.lastDelivered() <= spec.output().sink().lastCommittedEpoch();
    }

    private void load(Checkpoint checkpoint) {
        boolean ahead = spec.output().sink().lastCommittedEpoch() >= checkpoint.epoch();
        checkpoint.load(states(), ahead ? Set.of(RESULT) : Set.of());
        work.ledger().setLaterBad(work.progress().laterBad());
        checkpointed.put(checkpoint.epoch(), work.progress().positions());
    }

    private void begin() {
        surroundings.rows().clear();
        work.progress().sources().forEach(SourceProgress::begin);
        if (store.takesCheckpoint()) {
            checkpoint();
        }
    }

    private long deliveredUpTo(EpochStore.Recovery recovery) {
        EpochSink sink = spec.output().sink();
        long begun = work.progress().epoch();
        long last = replay.isEmpty() ? begun : replay.getLast().epoch();
        long held = sink.lastCommittedEpoch();
        if (held > last) {
            throw CodedException.of(
                            ErrorCode.CORRUPTED,
                            "\"" + spec.output().name() + "\" holds epoch " + held + " of query \"" + spec.title()
                                    + "\", but its plans end with epoch " + last)
                    .hint("restore the data directory from a backup, or drop the query and create it anew");
        }
        return remembers(sink) ? held : Math.max(held, Math.max(recovery.lastCommit(), begun));
    }

    private boolean remembers(EpochSink sink) {
        return spec.output().exactlyOnce() || sink instanceof ResultStore;
    }

    private void goLive() {
        long nowMicros = work.progress().clock(wallMicros());
        work.progress().sources().forEach(source -> source.goLive(nowMicros));
    }

    private long wallMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, surroundings.clock().instant());
    }

    /**
     * Runs the next epoch: one to be replayed, or a new one if there is anything to do.
     *
     * @param settings the limits
     */
    Optional<EpochStatus> runNext(QuerySettings settings) {
        if (!usable) {
            throw CodedException.internal("query \"" + spec.title() + "\" has not been recovered");
        }
        releaseSources();
        long start = System.nanoTime();
        PlanRecord.Plan plan = replay.peek();
        boolean replayed = plan != null;
        if (plan == null) {
            plan = choose(settings);
            if (!work.progress().isNews(plan)) {
                return Optional.empty();
            }
        }
        usable = false;
        step(Step.PLANNED, plan);
        lastPlan = replayed ? CompletableFuture.completedFuture(null) : store.plan(plan);
        step(Step.LOGGED, plan);
        EpochStatus status = run(plan, settings, System.nanoTime() - start);
        usable = true;
        if (replayed) {
            replay.remove();
            if (replay.isEmpty()) {
                goLive();
            }
        }
        return Optional.of(status);
    }

    private void step(Step step, PlanRecord.Plan plan) {
        surroundings.observer().accept(step, plan.epoch());
    }

    private PlanRecord.Plan choose(QuerySettings settings) {
        long nowMicros = work.progress().clock(wallMicros());
        RangeLimits limits = settings.limits(size.rows(settings.sizeBounds()));
        return new PlanRecord.Plan(
                spec.name(),
                work.progress().epoch() + 1,
                nowMicros,
                work.progress().plan(limits, nowMicros));
    }

    private EpochStatus run(PlanRecord.Plan plan, QuerySettings settings, long planNanos) {
        long began = System.nanoTime();
        long readBefore = work.ledger().rowsRead();
        boolean suppressed = plan.epoch() <= deliveredUpTo;
        PlanWait wait = new PlanWait(lastPlan);
        answers.beginEpoch(plan.epoch(), wait);
        process(plan, suppressed, wait);
        step(Step.PROCESSED, plan);
        wait.run();
        long processed = System.nanoTime();
        long processNanos = processed - began - wait.nanos();
        deliver(plan);
        store.commit(plan.epoch());
        step(Step.NOTED, plan);
        long delivered = System.nanoTime();
        checkpointIfDue(settings);
        step(Step.CHECKPOINTED, plan);
        long rowsIn = work.ledger().rowsRead() - readBefore;
        size.ran(rowsIn, delivered - began - wait.nanos(), settings.sizeBounds());
        EpochStatus.Phases phases = new EpochStatus.Phases(
                planNanos, processNanos, wait.nanos(), delivered - processed, System.nanoTime() - delivered);
        return StatusBoard.describe(
                plan, this, new StatusBoard.Rows(rowsIn, work.delivery().rows()), phases);
    }

    private void process(PlanRecord.Plan plan, boolean suppressed, PlanWait wait) {
        Epoch epoch = new Epoch(plan.epoch(), plan.nowMicros());
        work.delivery().beginEpoch(epoch, suppressed, work.progress().lastDelivered() > 0, wait);
        work.progress().beginEpoch(plan);
        work.ledger().beginEpoch(epoch);
        surroundings.rows().beginEpoch();
        work.dataflow().beginEpoch(epoch);
        work.reader().read(plan);
        watermark = work.dataflow().endEpoch();
        work.reader().ended();
        work.ledger().endEpoch();
    }

    private void deliver(PlanRecord.Plan plan) {
        work.delivery().endEpoch(watermark);
        step(Step.PREPARED, plan);
        boolean anything = work.delivery().commit();
        step(Step.DELIVERED, plan);
        work.progress().endEpoch(plan, work.ledger().laterBad());
        work.progress().delivered(anything, work.delivery().rows());
        surroundings.rows().endEpoch(plan.epoch());
    }

    private void checkpointIfDue(QuerySettings settings) {
        long now = surroundings.clock().millis();
        if (checkpointAtMillis == Long.MIN_VALUE) {
            checkpointAtMillis = now;
        }
        if (store.takesCheckpoint()
                && now - checkpointAtMillis >= settings.checkpointInterval().toMillis()) {
            checkpointAtMillis = now;
            capture();
        }
    }

    /** Takes a checkpoint now, if anything has changed since the last, and waits until it is on disk. */
    void checkpoint() {
        store.awaitWritten();
        if (store.takesCheckpoint()
                && (work.progress().epoch() > store.newestCheckpoint() || store.oldestCheckpoint() == 0)) {
            capture();
            store.awaitWritten();
            store.lastFailure().ifPresent(failure -> {
                throw failure;
            });
        }
    }

    private void capture() {
        long epoch = work.progress().epoch();
        EpochSink sink = spec.output().sink();
        boolean lasting = spec.output().exactlyOnce() && !(sink instanceof ResultStore);
        EpochStore.Next next = store.next(epoch);
        CheckpointImage image = CheckpointImage.of(next.name(), next.base(), states());
        checkpointed.put(epoch, work.progress().positions());
        store.write(new EpochStore.Draft(
                image, work.progress().lastDelivered(), lasting ? sink.durableEpoch() : epoch, this::force));
    }

    private void force() {
        surroundings.rows().force();
        if (spec.output().sink() instanceof ResultStore result) {
            result.force();
        }
    }

    /** Everything that a checkpoint holds, by section id. */
    private Map<String, OperatorState> states() {
        Map<String, OperatorState> states = new LinkedHashMap<>();
        states.put(PROGRESS, work.progress());
        for (int i = 0; i < work.progress().sources().size(); i++) {
            states.put("source " + i, work.progress().sources().get(i));
            states.put("rows of source " + i, work.ledger().counts(i));
        }
        work.dataflow().watermarks().forEach((scan, state) -> states.put("watermarks of scan " + scan, state));
        work.dataflow().states().forEach((id, state) -> states.put("operator " + id, state));
        work.delivery().state().ifPresent(state -> states.put("complete result", state));
        surroundings.rows().journals().forEach((kind, journal) -> states.put("kept rows " + kind, journal));
        if (spec.output().sink() instanceof ResultStore result) {
            states.put(RESULT, result.state());
        }
        return states;
    }

    private void releaseSources() {
        Map.Entry<Long, List<SourcePosition>> entry = checkpointed.floorEntry(store.oldestCheckpoint());
        if (entry != null) {
            for (int i = 0; i < entry.getValue().size(); i++) {
                work.progress()
                        .sources()
                        .get(i)
                        .source()
                        .release(entry.getValue().get(i));
            }
            checkpointed.headMap(entry.getKey(), true).clear();
        }
    }
}
