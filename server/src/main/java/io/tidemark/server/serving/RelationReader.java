package io.tidemark.server.serving;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.epoch.Trigger;
import io.tidemark.runtime.serving.BatchQueue;
import io.tidemark.runtime.serving.PushExecution;
import io.tidemark.runtime.serving.SnapshotExecution;
import io.tidemark.runtime.serving.SnapshotSpec;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot.KeyLookup;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.runtime.translate.ScanLookups;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.sql.error.CodedException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/** Reads relations for clients: once, or for ever. Thread-safe. */
public final class RelationReader {

    private static final int QUEUED_BATCHES = 64;
    private static final int STREAMED_BATCHES = 8;
    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final RelationScans scans;
    private final PlanTranslator translator;
    private final Clock clock;
    private final MemoryBudget memory;
    private final long memoryBytes;
    private final Executor rowThreads;
    private final AtomicLong pushNumber = new AtomicLong();

    /**
     * A reader.
     *
     * @param scans finds what stands behind a relation
     * @param clock what CURRENT_TIMESTAMP is
     * @param memory what the states of all queries may take, those of clients that watch among them
     * @param memoryBytes what the state and the result of one snapshot query may take
     * @param rowThreads read while clients take what was read before; may refuse
     */
    public RelationReader(
            RelationScans scans,
            PlanTranslator translator,
            Clock clock,
            MemoryBudget memory,
            long memoryBytes,
            Executor rowThreads) {
        this.scans = scans;
        this.translator = translator;
        this.clock = clock;
        this.memory = memory;
        this.memoryBytes = memoryBytes;
        this.rowThreads = rowThreads;
    }

    /** Compiles a plan for a session; it has no parameters left but among the keys of lookups. */
    public TranslatedPlan translate(PlannedQuery plan, SessionContext context) {
        return translator.translatePlan(plan.root(), TranslationSettings.of(context.zone()));
    }

    private TranslatedPlan translate(ReadRequest request) {
        return request.translated().orElseGet(() -> translate(request.plan(), request.context()));
    }

    /**
     * Reads what is there.
     *
     * @throws CodedException if a relation can't be read, or TIMEOUT, CANCELLED, RESOURCE_MEMORY
     */
    public SnapshotResult snapshot(ReadRequest request) {
        try (PinnedRows pinned = new PinnedRows()) {
            SnapshotExecution execution = execution(request, pinned);
            ChangeRows repeated = ChangeRows.repeated();
            return new SnapshotResult(
                    repeated.of(execution.collect()),
                    execution.lateRows(),
                    execution.badRows(),
                    execution.firstBadRow(),
                    execution.measures(),
                    execution.sources());
        }
    }

    private SnapshotExecution execution(ReadRequest request, PinnedRows pinned) {
        TranslatedPlan plan = translate(request);
        List<Optional<KeyLookup>> lookups = ScanLookups.of(request.plan().root());
        List<SnapshotSpec.Input> inputs = scans.together(() -> plan.scans().stream()
                .map(scan -> scans.snapshotInput(scan, lookups.get(scan.index()), pinned, request))
                .toList());
        boolean retracts = request.plan().root().traits().changelog() != Changelog.APPEND;
        Duration timeout = request.timeout().isZero() ? FOREVER : request.timeout();
        SnapshotExecution execution = new SnapshotExecution(
                new SnapshotSpec(plan.factory(), inputs, retracts, new SnapshotSpec.Limits(memoryBytes, timeout)),
                clock);
        request.onCancel().accept(execution::cancel);
        return execution;
    }

    /**
     * Reads what is there for a client: on a thread of its own while the client takes it, as much as fits into a bounded queue; returns when that is
     * full, or all is read. A query that belongs to a transaction or only looks keys up is read at once, and so is any while no thread is free.
     *
     * @throws CodedException if a relation can't be read, or TIMEOUT, CANCELLED, RESOURCE_MEMORY
     */
    public SnapshotRead read(ReadRequest request) {
        List<Optional<KeyLookup>> lookups = ScanLookups.of(request.plan().root());
        if (request.transaction().isPresent() || lookups.stream().allMatch(Optional::isPresent)) {
            SnapshotResult result = snapshot(request);
            return SnapshotRead.of(
                    result.batches(),
                    new SnapshotRead.Omitted(result.lateRows(), result.badRows(), result.firstBadRow()));
        }
        PinnedRows pinned = new PinnedRows();
        SnapshotRows rows = null;
        try {
            SnapshotExecution execution = execution(request, pinned);
            rows = new SnapshotRows(execution, new BatchQueue(STREAMED_BATCHES), pinned);
            if (!rows.start(rowThreads)) {
                rows = null;
                List<Batch> all = ChangeRows.repeated().of(execution.collect());
                return SnapshotRead.of(all, SnapshotRows.omitted(execution));
            }
        } finally {
            if (rows == null) {
                pinned.close();
            }
        }
        request.onCancel().accept(rows::close);
        rows.awaitFull();
        return new SnapshotRead(rows, rows.completion());
    }

    /**
     * Reads what is there and what comes.
     *
     * @throws CodedException if a relation can't be read
     */
    public PushRows push(ReadRequest request) {
        TranslatedPlan plan = translate(request);
        List<SourceBinding> sources = new ArrayList<>();
        try {
            OptionalLong since = request.plan().sinceEpoch();
            plan.scans().forEach(scan -> sources.add(scans.pushSource(scan, since)));
        } catch (RuntimeException e) {
            sources.stream().map(SourceBinding::source).forEach(Source::close);
            throw e;
        }
        PushExecution execution = new PushExecution(
                new PushExecution.PushSpec(
                        "push-" + pushNumber.incrementAndGet(),
                        plan.factory(),
                        sources,
                        request.plan().mode() == EmitMode.APPEND ? OutputMode.APPEND : OutputMode.UPDATE,
                        List.of(),
                        trigger(request.plan().trigger()),
                        QuerySettings.DEFAULTS,
                        new PushExecution.Queueing(QUEUED_BATCHES, versions(sources))),
                clock,
                memory);
        started(execution);
        return new PushRows(
                execution, new ChangeRows(request.plan().key(), request.plan().changeColumns()));
    }

    /** What the epochs of a push query are called: the version of the one relation that it watches, if that has versions. */
    private static LongUnaryOperator versions(List<SourceBinding> sources) {
        return sources.size() == 1 && sources.get(0).source() instanceof FeedSource feed
                ? epoch -> feed.version()
                : LongUnaryOperator.identity();
    }

    private static void started(PushExecution execution) {
        try {
            execution.start().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof CodedException coded
                    ? coded
                    : CodedException.internal("a push query did not start: " + e.getCause())
                            .cause(e);
        }
    }

    private static Trigger trigger(TriggerSpec trigger) {
        return switch (trigger.kind()) {
            case AVAILABLE -> Trigger.available();
            case EVERY -> new Trigger.Every(trigger.interval());
            case ONCE -> new Trigger.Once();
        };
    }
}
