package io.tidemark.runtime.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.checkpoint.FaultyFiles;
import io.tidemark.runtime.checkpoint.PlanLog;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.epoch.FakeTopic;
import io.tidemark.runtime.epoch.FakeWindows;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryHistory;
import io.tidemark.runtime.epoch.QueryOutput;
import io.tidemark.runtime.epoch.QueryServices;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.QuerySpec;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.epoch.Trigger;
import io.tidemark.runtime.storage.StorageEngine;
import io.tidemark.runtime.storage.ViewChanges;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A materialized view: published at each epoch, gone with the process, back from the checkpoint and the plans. */
class VersionedResultTest {

    private final FaultyFiles files = new FaultyFiles();
    private final FakeTopic topic = new FakeTopic(1);
    private final StorageEngine storage;

    VersionedResultTest(@TempDir Path directory) {
        storage = StorageEngine.open(directory);
    }

    private static VersionedRows rows(OutputMode mode) {
        Schema schema = Schema.of(
                new Field("window_end", DataType.of(TypeKind.BIGINT)),
                new Field("total", DataType.of(TypeKind.BIGINT)));
        return new VersionedRows(schema, keyColumns(mode));
    }

    private static List<Integer> keyColumns(OutputMode mode) {
        return mode == OutputMode.UPDATE ? List.of(0) : List.of();
    }

    private ViewChanges changes(VersionedRows rows, OutputMode mode) {
        return storage.view("v-" + mode, "v", rows.schema(), keyColumns(mode));
    }

    @AfterEach
    void close() {
        storage.close();
    }

    private QueryExecution start(VersionedRows rows, OutputMode mode, Duration checkpointInterval) {
        QuerySpec spec = new QuerySpec(
                "v",
                Path.of("v"),
                FakeWindows.changing(),
                List.of(SourceBinding.atRest("s", topic.source())),
                new QueryOutput(
                        "v", new VersionedResult(rows, mode, changes(rows, mode)), mode, keyColumns(mode), true),
                new Trigger.Manual(),
                QuerySettings.DEFAULTS.withCheckpointInterval(checkpointInterval));
        PlanLog log = PlanLog.open(Path.of("plans"), files, 1000);
        QueryExecution query = new QueryExecution(
                spec,
                new QueryServices(
                        log, files, Clock.systemUTC(), Runnable::run, QueryHistory.DEFAULT, MemoryBudget.unlimited()));
        query.start().join();
        while (query.runEpoch().isPresent()) {
            assertThat(rows.version()).isEqualTo(query.status().epoch());
        }
        return query;
    }

    private static List<String> read(VersionedRows rows) {
        try (VersionedSnapshot snapshot = rows.pin()) {
            List<Batch> batches = new ArrayList<>();
            snapshot.scan(List.of(0, 1)).forEachRemaining(batches::add);
            return SnapshotExecutionTest.texts(batches);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"UPDATE", "COMPLETE"})
    void aViewComesBackAfterACrashAsItWas(OutputMode mode) {
        for (Duration interval : List.of(Duration.ZERO, Duration.ofDays(1))) {
            VersionedRows before = rows(mode);
            topic.add(0, 5, 1);
            QueryExecution query = start(before, mode, interval);
            topic.add(0, 6, 2);
            topic.add(0, 15, 4);
            query.runEpoch();
            List<String> seen = read(before);
            files.crash(FaultyFiles.Loss.UNSYNCED, new Random(1));
            VersionedRows after = rows(mode);
            start(after, mode, interval);
            assertThat(read(after)).containsExactlyInAnyOrderElementsOf(seen);
            assertThat(after.version()).isEqualTo(before.version());
            files.delete(Path.of("v"));
            files.delete(Path.of("plans"));
        }
    }
}
