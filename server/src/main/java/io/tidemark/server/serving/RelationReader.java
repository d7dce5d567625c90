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
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

/** Reads relations for clients: once, or for ever. Thread-safe. */
public final class RelationReader {

    private static final int QUEUED_BATCHES = 64;
    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final RelationScans scans;
    private final PlanTranslator translator;
    private final Clock clock;
    private final MemoryBudget memory;
    private final long memoryBytes;
    private final AtomicLong pushNumber = new AtomicLong();

    /**
     * A reader.
     *
     * @param scans finds what stands behind a relation
     * @param clock what CURRENT_TIMESTAMP is
     * @param memory what the states of all queries may take, those of clients that watch among them
     * @param memoryBytes what the state and the result of one snapshot query may take
     */
    public RelationReader(
            RelationScans scans, PlanTranslator translator, Clock clock, MemoryBudget memory, long memoryBytes) {
        this.scans = scans;
        this.translator = translator;
        this.clock = clock;
        this.memory = memory;
        this.memoryBytes = memoryBytes;
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
        TranslatedPlan plan = translate(request);
        List<Optional<KeyLookup>> lookups = ScanLookups.of(request.plan().root());
        try (PinnedRows pinned = new PinnedRows()) {
            List<SnapshotSpec.Input> inputs = scans.together(() -> plan.scans().stream()
                    .map(scan -> scans.snapshotInput(scan, lookups.get(scan.index()), pinned, request.transaction()))
                    .toList());
            boolean retracts = request.plan().root().traits().changelog() != Changelog.APPEND;
            Duration timeout = request.timeout().isZero() ? FOREVER : request.timeout();
            SnapshotExecution execution = new SnapshotExecution(
                    new SnapshotSpec(plan.factory(), inputs, retracts, new SnapshotSpec.Limits(memoryBytes, timeout)),
                    clock);
            request.onCancel().accept(execution::cancel);
            List<Batch> rows = execution.collect();
            ChangeRows repeated = new ChangeRows(Optional.<List<Integer>>empty(), OptionalInt.empty());
            return new SnapshotResult(
                    repeated.of(rows),
                    execution.lateRows(),
                    execution.badRows(),
                    execution.firstBadRow(),
                    execution.measures(),
                    execution.sources());
        }
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
            plan.scans().forEach(scan -> sources.add(scans.pushSource(scan)));
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
                        QUEUED_BATCHES),
                clock,
                memory);
        started(execution);
        return new PushRows(
                execution, new ChangeRows(request.plan().key(), request.plan().rowKindColumn()));
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
