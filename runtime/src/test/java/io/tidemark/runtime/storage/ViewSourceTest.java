package io.tidemark.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceContract;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a view passes on, as its readers find it; the view's rows themselves are brought back by its query, here by keeping them. */
class ViewSourceTest extends SourceContract {

    private static final String READER = "reader";

    @TempDir
    Path directory;

    private final VersionedRows rows = new VersionedRows(Numbers.SCHEMA, Numbers.KEY);
    private StorageEngine engine;
    private long epoch;
    private long next;

    @Override
    protected Schema schema() {
        return Numbers.SCHEMA;
    }

    @Override
    protected Source open() {
        close();
        ViewChanges changes = changes();
        if (!changes.isReader(READER)) {
            changes.addReader(READER, rows);
        }
        return changes.openSource(READER);
    }

    private ViewChanges changes() {
        if (engine == null) {
            engine = StorageEngine.open(directory, 10_000, 10_000);
        }
        return engine.view("v1", "public.numbers", Numbers.SCHEMA, Numbers.KEY);
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }

    @Override
    protected void addRows() {
        rows.apply(Numbers.range(next, 100));
        publish();
        rows.apply(Numbers.range(next + 20, 3));
        publish();
        next += 50;
    }

    private void publish() {
        epoch++;
        changes().publish(rows, epoch, epoch * 1000);
        changes().force();
    }

    private static void add(Map<Object, Integer> sum, Source source, SourceRange range) {
        read(source, range, List.of(0, 1)).forEach(row -> sum.merge(row.values(), row.weight(), Integer::sum));
        sum.values().removeIf(weight -> weight == 0);
    }

    private static long watermark(Source source, SourceRange range) {
        try (RangeReader reader = source.read(range, List.of(), (partition, offset, payload, reason) -> {
            throw new AssertionError(reason);
        })) {
            while (reader.next() != null) {
                assertThat(reader.rowsFiltered()).isZero();
            }
            return reader.watermark();
        }
    }

    @Test
    void theFirstRowsComeInChunksAndTheChangesAfterThem() {
        for (int i = 0; i < 5; i++) {
            rows.apply(Numbers.range(i * 2000L, 2000));
        }
        publish();
        Source source = open();
        rows.apply(Numbers.range(0, 10));
        rows.apply(Numbers.range(20_000, 7));
        publish();
        List<String> chunks = new ArrayList<>();
        Map<Object, Integer> sum = new HashMap<>();
        SourcePosition position = source.initialPosition();
        RangeLimits limits = new RangeLimits(4096, Long.MAX_VALUE);
        SourcePosition end = source.currentEnd(position);
        for (Optional<SourceRange> range = source.plan(position, limits);
                range.isPresent();
                range = source.plan(position, limits)) {
            assertThat(source.reached(position, end)).isFalse();
            add(sum, source, range.get());
            position = range.get().to();
            chunks.add(range.get().description() + " W " + watermark(source, range.get()));
        }

        assertThat(source.reached(position, end)).isTrue();
        assertThat(sum).hasSize(10_007);
        assertThat(chunks)
                .containsExactly(
                        "0: rows at epoch 1, blocks 0..2 of 5 W " + Long.MIN_VALUE,
                        "0: rows at epoch 1, blocks 2..4 of 5 W " + Long.MIN_VALUE,
                        "0: rows at epoch 1, blocks 4..5 of 5 W 1000",
                        "0: changes of epochs 2..2 W 2000");
    }

    /** The view comes back from a checkpoint of an earlier epoch and publishes again what its readers have already. */
    @Test
    void anEpochPublishedAgainIsNotPassedOnAgain() {
        addRows();
        open();
        addRows();
        Source source = open();
        SourceRange before =
                source.plan(source.initialPosition(), RangeLimits.NONE).orElseThrow();
        SourceRange changes = source.plan(before.to(), RangeLimits.NONE).orElseThrow();
        List<Read> read = read(source, changes, List.of(0, 1));
        VersionedRows anew = new VersionedRows(Numbers.SCHEMA, Numbers.KEY);
        for (int again = 1; again <= epoch; again++) {
            anew.apply(again % 2 == 1 ? Numbers.range(again / 2 * 50L, 100) : Numbers.range(again / 2 * 50L - 30, 3));
            changes().publish(anew, again, again * 1000L);
        }
        changes().force();

        assertThat(source.plan(changes.to(), RangeLimits.NONE)).isEmpty();
        assertThat(read(source, changes, List.of(0, 1))).isEqualTo(read);
        assertThat(anew.version()).isEqualTo(rows.version());
    }

    @Test
    void nobodyBeginsWhileTheViewIsBehindWhatItPassedOn() {
        addRows();
        open();
        addRows();
        VersionedRows behind = new VersionedRows(Numbers.SCHEMA, Numbers.KEY);

        assertThatThrownBy(() -> changes().addReader("other", behind)).hasMessageContaining("brought back to epoch 4");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatAReaderHasNotReleasedOutlivesRestartsAndOtherReaders(int seed) {
        Random random = new Random(seed);
        addRows();
        Source source = open();
        SourcePosition position = source.initialPosition();
        Map<SourceRange, List<Read>> kept = new HashMap<>();
        Source other = null;
        for (int step = 0; step < 40; step++) {
            addRows();
            SourceRange range = source.plan(position, RangeLimits.NONE).orElseThrow();
            kept.put(range, read(source, range, List.of(1, 0)));
            position = range.to();
            switch (random.nextInt(5)) {
                case 0 -> source = open();
                case 1 -> {
                    source.release(position);
                    kept.clear();
                }
                case 2 -> {
                    changes().forgetReader("other");
                    changes().addReader("other", rows);
                    other = changes().openSource("other");
                    other.plan(other.initialPosition(), RangeLimits.NONE)
                            .map(SourceRange::to)
                            .ifPresent(other::release);
                }
                default -> {}
            }
            Source reader = source;
            kept.forEach(
                    (old, read) -> assertThat(read(reader, old, List.of(1, 0))).isEqualTo(read));
        }
    }

    @Test
    void nothingIsKeptForNobody() {
        addRows();
        open();
        changes().addReader("other", rows);
        changes().retainReaders(Set.of("other"));
        assertThat(Files.exists(directory.resolve("v1/begin"))).isTrue();
        changes().forgetReader("other");

        assertThat(Files.exists(directory.resolve("v1"))).isFalse();
        addRows();
        assertThat(changes()
                        .openSource(READER)
                        .plan(changes().openSource(READER).initialPosition(), RangeLimits.NONE))
                .isEmpty();
    }

    @Test
    void aViewThatHasEndedEndsItsReaders() {
        addRows();
        Source source = open();
        SourceRange all =
                source.plan(source.initialPosition(), RangeLimits.NONE).orElseThrow();
        assertThat(source.endedAt(all.to())).isFalse();
        changes().finish();

        assertThat(source.endedAt(all.to())).isTrue();
        assertThat(source.endedAt(source.initialPosition())).isFalse();
    }
}
