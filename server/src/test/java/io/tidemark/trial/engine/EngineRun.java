package io.tidemark.trial.engine;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.checkpoint.FaultyFiles;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.checkpoint.PlanLog;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryHistory;
import io.tidemark.runtime.epoch.QueryOutput;
import io.tidemark.runtime.epoch.QueryServices;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.QuerySpec;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.epoch.Trigger;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.runtime.translate.OperatorDecorator;
import io.tidemark.sql.error.CodedException;
import io.tidemark.trial.data.Lane;
import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.TrialData;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** One run of a query over the rows of a trial: every epoch by hand, on a disk in memory, with a restart where the trial wants one. */
public final class EngineRun {

    private static final Path DIRECTORY = Path.of("queries/q");

    private final CompiledQuery query;
    private final TrialData data;
    private final RunPlan plan;
    private final OperatorDecorator decorator;
    private final List<LaneRows> lanes;
    private final FaultyFiles files = new FaultyFiles();
    private final HandClock clock = new HandClock();
    private final CollectingSink sink;
    private final Map<SourceKind, LogSource> sources = new HashMap<>();
    private PlanLog log;
    private QueryExecution execution;

    private static final class HandClock extends Clock {
        private Instant now = Instant.parse("2024-06-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private EngineRun(CompiledQuery query, TrialData data, RunPlan plan, OperatorDecorator decorator) {
        this.query = query;
        this.data = data;
        this.plan = plan;
        this.decorator = decorator;
        this.lanes = data.lanes().stream().map(LaneRows::new).toList();
        this.sink = new CollectingSink(query.mode(), query.key());
        this.log = openLog();
        this.execution = open();
    }

    /**
     * Runs a query.
     *
     * @param decorator put around its operators
     */
    public static Outcome run(CompiledQuery query, TrialData data, RunPlan plan, OperatorDecorator decorator) {
        EngineRun run = new EngineRun(query, data, plan, decorator);
        try {
            return run.run();
        } finally {
            run.closeLog();
        }
    }

    private PlanLog openLog() {
        return PlanLog.open(Path.of("plans"), files, 100_000);
    }

    private void closeLog() {
        try {
            log.close();
        } catch (CodedException e) {
            // A log whose files a crash has taken away can't be closed in order.
            if (plan.restart().isEmpty()) {
                throw e;
            }
        }
    }

    private QueryExecution open() {
        sources.clear();
        List<SourceBinding> bindings = new ArrayList<>();
        Map<SourceKind, SourceBinding> bySource = new HashMap<>();
        for (ScanPort scan : query.translated(plan.workers()).scans()) {
            SourceKind kind = kind(scan.relationName());
            bindings.add(bySource.computeIfAbsent(kind, k -> SourceBinding.atRest(k.relation(), source(k))));
        }
        QuerySpec spec = new QuerySpec(
                "q",
                DIRECTORY,
                query.translated(plan.workers()).factory(decorator),
                bindings,
                new QueryOutput("t", sink.open(), query.mode(), query.key(), true),
                new Trigger.Manual(),
                QuerySettings.DEFAULTS.withCheckpointInterval(Duration.ofSeconds(plan.epochsPerCheckpoint())));
        QueryServices services =
                new QueryServices(log, files, clock, Runnable::run, QueryHistory.DEFAULT, MemoryBudget.unlimited());
        QueryExecution opened = new QueryExecution(spec, services);
        opened.start().join();
        return opened;
    }

    private static SourceKind kind(String relation) {
        for (SourceKind kind : SourceKind.values()) {
            if (kind.relation().equals(relation)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(relation);
    }

    private LogSource source(SourceKind kind) {
        List<LaneRows> partitions = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
            if (data.lanes().get(i).source() == kind) {
                partitions.add(lanes.get(i));
            }
        }
        LogSource source = new LogSource(partitions, plan.batchRows());
        sources.put(kind, source);
        return source;
    }

    private void allow(List<Integer> operations) {
        sources.forEach((kind, source) -> {
            List<Integer> own = new ArrayList<>();
            for (int i = 0; i < operations.size(); i++) {
                Lane lane = data.lanes().get(i);
                if (lane.source() == kind) {
                    own.add(operations.get(i));
                }
            }
            source.allow(own.stream().mapToInt(Integer::intValue).toArray());
        });
    }

    private Outcome run() {
        Map<Integer, List<List<Object>>> snapshots = new TreeMap<>();
        List<List<Integer>> ends = plan.cut().ends();
        for (int epoch = 0; epoch < ends.size(); epoch++) {
            allow(ends.get(epoch));
            int number = epoch;
            RunPlan.Restart restart =
                    plan.restart().filter(r -> r.epoch() == number).orElse(null);
            if (restart == null) {
                runEpochs();
            } else {
                restart(restart.end(), ends.get(epoch));
            }
            snapshots.put(epoch + 1, sink.content());
        }
        sources.values().forEach(LogSource::seal);
        runEpochs();
        Map<String, String> late = new TreeMap<>();
        for (KeptRow row : execution.keptRows(KeptRow.Kind.LATE)) {
            String place = row.source() + " " + row.partition() + ":" + row.offset();
            String before = late.put(place, row.reason());
            if (before != null) {
                throw new IllegalStateException("late row " + place + " was kept twice");
            }
        }
        List<String> counts = execution.status().sources().stream()
                .map(s -> s.source() + " read " + s.read() + " accepted " + s.accepted() + " late " + s.late() + " bad "
                        + s.bad())
                .toList();
        if (execution.state() == QueryState.RUNNING) {
            execution.stop(false).join();
        }
        return new Outcome(snapshots, sink.content(), late, counts);
    }

    private void runEpochs() {
        while (execution.state() == QueryState.RUNNING && execution.runEpoch().isPresent()) {
            clock.now = clock.now.plusSeconds(1);
        }
    }

    private void restart(RunPlan.End end, List<Integer> allowed) {
        boolean inCommit = end == RunPlan.End.KILL_BEFORE_COMMIT || end == RunPlan.End.KILL_AFTER_COMMIT;
        if (inCommit) {
            sink.die(
                    end == RunPlan.End.KILL_BEFORE_COMMIT
                            ? CollectingSink.Moment.BEFORE_COMMIT
                            : CollectingSink.Moment.AFTER_COMMIT);
        }
        try {
            runEpochs();
        } catch (CollectingSink.Death expected) {
            // The process has died, as it was told to.
        }
        sink.spare();
        if (end == RunPlan.End.STOP) {
            if (execution.state() == QueryState.RUNNING) {
                execution.stop(false).join();
            }
        } else {
            files.crash(FaultyFiles.Loss.UNSYNCED, new Random(allowed.hashCode()));
        }
        closeLog();
        log = openLog();
        execution = open();
        allow(allowed);
        runEpochs();
    }
}
