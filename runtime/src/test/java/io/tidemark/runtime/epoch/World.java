package io.tidemark.runtime.epoch;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.accounting.RowStream;
import io.tidemark.runtime.checkpoint.FaultyFiles;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.checkpoint.PlanLog;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.operator.Dataflow;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A disk, a topic, a table, a clock, and a query over them that can be crashed and opened again. */
final class World {

    static final Path DIRECTORY = Path.of("queries/q");

    /** What a test throws where the process is to die. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A clock that stands until it is moved. */
    static final class HandClock extends Clock {
        private Instant now = Instant.parse("2024-01-01T00:00:00Z");

        void advance(Duration step) {
            now = now.plus(step);
        }

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

    final FaultyFiles files = new FaultyFiles();
    final FakeTopic topic;
    final FakeTable table = new FakeTable();
    final HandClock clock = new HandClock();
    final FakeWindows.Fuse fuse = new FakeWindows.Fuse();

    Dataflow.Factory dataflow = FakeWindows.closed(fuse);
    OutputMode mode = OutputMode.APPEND;
    List<Integer> keyColumns = List.of();
    Trigger trigger = new Trigger.Manual();
    QuerySettings settings = QuerySettings.DEFAULTS.withCheckpointInterval(Duration.ofSeconds(1));
    Duration idleTimeout = Duration.ofDays(1000);
    Optional<Duration> heartbeat = Optional.empty();
    boolean exactlyOnce = true;

    /** Where late and bad rows go whose policy is STREAM. */
    Map<KeptRow.Kind, EpochSink> rowSinks = Map.of();

    @Nullable
    EpochSink store;

    BiConsumer<EpochRunner.Step, Long> observer = (step, epoch) -> {};

    private @Nullable PlanLog log;

    World(int partitions) {
        topic = new FakeTopic(partitions);
    }

    /** A query opened on what is there. */
    QueryExecution open() {
        if (log == null) {
            log = PlanLog.open(Path.of("plans"), files, 400);
        }
        SourceBinding binding = new SourceBinding("s", topic.source(), Optional.of(idleTimeout), heartbeat, true);
        EpochSink sink = store == null ? table.sink() : store;
        Map<KeptRow.Kind, RowStream> rowStreams = new EnumMap<>(KeptRow.Kind.class);
        rowSinks.forEach((kind, rows) -> rowStreams.put(kind, new RowStream("q", kind, rows)));
        QuerySpec spec = new QuerySpec(
                "q",
                "q",
                DIRECTORY,
                dataflow,
                List.of(binding),
                new QueryOutput("t", sink, mode, keyColumns, exactlyOnce),
                trigger,
                settings,
                rowStreams);
        return new QueryExecution(spec, services(), (step, epoch) -> observer.accept(step, epoch));
    }

    QueryServices services() {
        if (log == null) {
            throw new IllegalStateException("not open");
        }
        return new QueryServices(log, files, clock, Runnable::run, QueryHistory.DEFAULT, MemoryBudget.unlimited());
    }

    /** A query opened and started. */
    QueryExecution start() {
        QueryExecution query = open();
        var unused = query.start();
        return query;
    }

    /** The process dies, and with it what the disk and the table may lose. */
    void crash(FaultyFiles.Loss loss, Random random) {
        files.crash(loss, random);
        table.crash();
        log = null;
    }

    /** The process ends in good order. */
    void shutDown() {
        if (log != null) {
            log.close();
            log = null;
        }
    }

    /** Runs epochs, a second apart, until there is nothing to do. */
    static int runAll(QueryExecution query, HandClock clock) {
        int epochs = 0;
        while (query.state() == QueryState.RUNNING && query.runEpoch().isPresent()) {
            clock.advance(Duration.ofSeconds(1));
            epochs++;
        }
        return epochs;
    }
}
