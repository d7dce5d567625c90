package io.tidemark.runtime.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.storage.StorageEngine;
import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.change.FeedLimits;
import io.tidemark.runtime.storage.versioned.Subscription;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {

    private static final Schema SCHEMA =
            Schema.of(new Field("id", DataType.of(TypeKind.BIGINT)), new Field("at", DataType.of(TypeKind.BIGINT)));
    private static final Retention TEN_BEHIND = new Retention(1, watermark -> watermark - 10);

    private final StorageEngine storage;

    RetentionTest(@TempDir Path directory) {
        storage = StorageEngine.open(directory);
    }

    @AfterEach
    void close() {
        storage.close();
    }

    private VersionedResult result(OutputMode mode) {
        return new VersionedResult(
                new VersionedRows(SCHEMA, List.of(0)),
                mode,
                Optional.of(TEN_BEHIND),
                storage.view("v", "v", SCHEMA, List.of(0)));
    }

    /** An epoch of rows with an id and a time each. */
    private static void epoch(VersionedResult result, long number, long watermark, long... idsAndTimes) {
        result.begin(number);
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (int i = 0; i < idsAndTimes.length; i += 2) {
            builder.column(0).setLong(idsAndTimes[i]);
            builder.column(1).setLong(idsAndTimes[i + 1]);
            builder.endRow();
        }
        result.write(builder.build());
        result.watermark(watermark);
        result.prepare();
    }

    private static List<String> rows(VersionedResult result) {
        try (VersionedSnapshot snapshot = result.rows().pin()) {
            List<String> rows = new ArrayList<>();
            Iterator<Batch> batches = snapshot.scan();
            batches.forEachRemaining(batch -> addTo(rows, batch, false));
            rows.sort(null);
            return rows;
        }
    }

    private static void addTo(List<String> rows, Batch batch, boolean withWeights) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            String row = ((LongColumn) batch.column(0)).values[position] + "@"
                    + ((LongColumn) batch.column(1)).values[position];
            rows.add(withWeights ? batch.weight(position) + " " + row : row);
        }
    }

    @Test
    void rowsBehindTheBoundGoInTheEpochWhoseWatermarkSaysSoAndAreAmongItsChanges() throws InterruptedException {
        VersionedResult result = result(OutputMode.UPDATE);
        epoch(result, 1, 12, 1, 1, 2, 2, 3, 12);
        result.commit();
        assertThat(rows(result)).containsExactly("2@2", "3@12");

        try (Subscription subscription = result.rows().changes().subscribe(new FeedLimits(100, 0))) {
            epoch(result, 2, 20, 4, 20, 5, 3, 2, 15);
            result.commit();
            Change change = subscription.poll(Duration.ZERO);
            List<String> changes = new ArrayList<>();
            change.deltas().forEach(delta -> addTo(changes, delta, true));
            assertThat(changes).containsExactly("-1 2@2", "1 4@20", "1 2@15");
        }
        epoch(result, 3, 23);
        result.commit();
        assertThat(rows(result)).containsExactly("2@15", "4@20");
    }

    @Test
    void anEpochThatIsAbortedTakesNothingAway() {
        VersionedResult result = result(OutputMode.UPDATE);
        epoch(result, 1, 5, 1, 1, 2, 2);
        result.commit();
        epoch(result, 2, 100, 3, 99);
        result.abort();
        assertThat(rows(result)).containsExactly("1@1", "2@2");

        epoch(result, 2, 12);
        result.commit();
        assertThat(rows(result)).containsExactly("2@2");
    }

    @Test
    void aWatermarkThatIsNotKnownOrAtItsEndTakesNothingAway() {
        VersionedResult result = result(OutputMode.UPDATE);
        epoch(result, 1, Long.MIN_VALUE, 1, 1);
        result.commit();
        epoch(result, 2, Long.MAX_VALUE, 2, 2);
        result.commit();

        assertThat(rows(result)).containsExactly("1@1", "2@2");
    }

    @Test
    void aReplayFromACheckpointTakesTheSameRowsAway() throws IOException {
        VersionedResult result = result(OutputMode.UPDATE);
        epoch(result, 1, 11, 1, 1, 2, 2, 3, 30);
        result.commit();
        ByteArrayOutputStream checkpoint = new ByteArrayOutputStream();
        result.state().write(new DataOutputStream(checkpoint));
        VersionedResult again = result(OutputMode.UPDATE);
        again.state().load(new DataInputStream(new ByteArrayInputStream(checkpoint.toByteArray())));

        for (VersionedResult each : List.of(result, again)) {
            epoch(each, 2, 13, 4, 2, 5, 13);
            each.commit();
            assertThat(rows(each)).containsExactly("3@30", "5@13");
        }
    }

    @Test
    void aCompleteResultIsCutDownInEachEpoch() {
        VersionedResult result = result(OutputMode.COMPLETE);
        for (long epoch = 1; epoch <= 3; epoch++) {
            epoch(result, epoch, 15 + epoch, 1, 1, 2, 6, 3, 7, 4, 8, 5, 20);
            result.commit();
        }
        assertThat(rows(result)).containsExactly("4@8", "5@20");
    }
}
