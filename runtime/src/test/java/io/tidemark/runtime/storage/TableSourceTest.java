package io.tidemark.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceContract;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableSourceTest extends SourceContract {

    @TempDir
    Path directory;

    private StorageEngine engine;
    private long next;

    @Override
    protected Schema schema() {
        return Numbers.SCHEMA;
    }

    @Override
    protected Source open() {
        close();
        return table().openSource("reader");
    }

    @Override
    protected void addRows() {
        InternalTable table = table();
        table.commit(List.of(new TableChange.Upsert(List.of(Numbers.range(next, 100)))));
        for (int i = 0; i < 10; i++) {
            table.commit(List.of(new TableChange.Upsert(List.of(Numbers.row(next + i, "again")))));
        }
        next += 50;
    }

    private InternalTable table() {
        if (engine == null) {
            engine = StorageEngine.open(directory, 10_000, 10_000);
        }
        return engine.table("t1", "public.numbers", Numbers.SCHEMA, Numbers.KEY);
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }

    /** The first range of a table is one version, so here small ranges give the same sum of rows, not the same rows. */
    @Override
    @Test
    protected void smallRangesTogetherGiveTheSameRowsAsALargeOne() {
        addRows();
        Source source = open();
        SourceRange first =
                source.plan(source.initialPosition(), RangeLimits.NONE).orElseThrow();
        Map<Object, Integer> sum = new HashMap<>();
        add(sum, source, first);
        SourcePosition position = first.to();
        addRows();
        RangeLimits small = new RangeLimits(1, Long.MAX_VALUE);
        for (Optional<SourceRange> range = source.plan(position, small);
                range.isPresent();
                range = source.plan(position, small)) {
            add(sum, source, range.get());
            position = range.get().to();
        }
        Source other = table().openSource("other");
        Map<Object, Integer> atOnce = new HashMap<>();
        add(atOnce, other, other.plan(other.initialPosition(), RangeLimits.NONE).orElseThrow());

        assertThat(sum).isEqualTo(atOnce);
    }

    private static void add(Map<Object, Integer> sum, Source source, SourceRange range) {
        read(source, range, List.of(0, 1)).forEach(row -> sum.merge(row.values(), row.weight(), Integer::sum));
        sum.values().removeIf(weight -> weight == 0);
    }

    /** Ranges not yet released are read again after restarts and compactions that try to delete what they need. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatAReaderHasNotReleasedOutlivesCompactionsAndRestarts(int seed) {
        Random random = new Random(seed);
        addRows();
        Source source = open();
        SourcePosition position = source.initialPosition();
        Map<SourceRange, List<Read>> kept = new HashMap<>();
        for (int step = 0; step < 40; step++) {
            addRows();
            SourceRange range = source.plan(position, RangeLimits.NONE).orElseThrow();
            kept.put(range, read(source, range, List.of(1, 0)));
            position = range.to();
            switch (random.nextInt(4)) {
                case 0 -> table().writeSnapshot();
                case 1 -> source = open();
                case 2 -> {
                    source.release(position);
                    kept.clear();
                }
                default -> {}
            }
            Source reader = source;
            kept.forEach(
                    (old, rows) -> assertThat(read(reader, old, List.of(1, 0))).isEqualTo(rows));
        }
    }

    @Test
    void aForgottenReaderHoldsNothing() {
        addRows();
        open();
        for (int i = 0; i < 40; i++) {
            addRows();
        }
        table().writeSnapshot();
        long held = logFiles();
        table().forgetReader("reader");
        table().writeSnapshot();
        addRows();
        table().writeSnapshot();

        assertThat(logFiles()).isLessThan(held);
    }

    private long logFiles() {
        String[] files = directory.resolve("t1/log").toFile().list();
        return files == null ? 0 : files.length;
    }
}
