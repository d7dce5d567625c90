package io.tidemark.runtime.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.storage.RandomBatches;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Source} has to keep. A test of a source extends this and says how to open it and how the outside world gets more rows.
 *
 * <p>Public and in the test jar, so that other modules can extend it.
 */
public abstract class SourceContract {

    /** The columns of the source. */
    protected abstract Schema schema();

    /** Opens the source on what the outside world holds, as a restarted server would. It reads from the earliest row on. */
    protected abstract Source open();

    /** Lets the outside world get some more rows that the source can read at once, all well-formed; at least one, at most a few hundred. */
    protected abstract void addRows();

    /** A row of a range with its place. */
    protected record Read(int partition, long offset, List<@Nullable Object> values, int weight) {}

    @Test
    void aRangeGivesTheSameRowsInTheSameOrderWhenItIsReadAgain() {
        addRows();
        try (Source source = open()) {
            SourceRange range = all(source);
            List<Read> first = read(source, range);
            addRows();

            assertThat(first).isNotEmpty();
            assertThat(read(source, range)).isEqualTo(first);
        }
    }

    @Test
    void aRangeGivesTheSameRowsAfterTheSourceWasOpenedAgain() {
        addRows();
        SourceRange range;
        List<Read> rows;
        try (Source source = open()) {
            range = all(source);
            rows = read(source, range);
        }
        addRows();
        try (Source source = open()) {
            assertThat(read(source, afterRestart(range))).isEqualTo(rows);
        }
    }

    @Test
    protected void smallRangesTogetherGiveTheSameRowsAsALargeOne() {
        addRows();
        addRows();
        try (Source source = open()) {
            List<Read> large = read(source, all(source));
            List<Read> small = new ArrayList<>();
            SourcePosition position = source.initialPosition();
            Optional<SourceRange> next = source.plan(position, new RangeLimits(7, Long.MAX_VALUE));
            while (next.isPresent()) {
                assertThat(next.get().from()).isEqualTo(position);
                small.addAll(read(source, next.get()));
                position = next.get().to();
                next = source.plan(position, new RangeLimits(7, Long.MAX_VALUE));
            }

            assertThat(small).isEqualTo(large);
        }
    }

    @Test
    void afterTheEndNothingIsPlannedUntilMoreRowsCome() {
        addRows();
        SourcePosition position;
        try (Source source = open()) {
            position = all(source).to();
            assertThat(source.plan(position, RangeLimits.NONE)).isEmpty();
        }
        addRows();
        try (Source source = open()) {
            SourceRange more = source.plan(position, RangeLimits.NONE).orElseThrow();
            assertThat(read(source, more)).isNotEmpty();
            assertThat(source.plan(more.to(), RangeLimits.NONE)).isEmpty();
        }
    }

    @Test
    void thePresentEndIsReachedWhenEverythingThatIsThereHasBeenRead() {
        addRows();
        try (Source source = open()) {
            SourcePosition start = source.initialPosition();
            SourcePosition end = source.currentEnd(start);
            assertThat(source.reached(start, end)).isFalse();

            SourcePosition position = all(source).to();
            assertThat(source.reached(position, end)).isTrue();
            addRows();
            assertThat(source.reached(position, end)).isTrue();
        }
    }

    @Test
    void columnsComeInTheOrderWantedAndNoneIsFine() {
        addRows();
        try (Source source = open()) {
            SourceRange range = all(source);
            List<Read> rows = read(source, range);
            List<Integer> backwards = new ArrayList<>(allColumns());
            Collections.reverse(backwards);

            List<Read> reversed = read(source, range, backwards);
            List<Read> bare = read(source, range, List.of());

            assertThat(bare).hasSameSizeAs(rows);
            for (int i = 0; i < rows.size(); i++) {
                List<@Nullable Object> expected = new ArrayList<>(rows.get(i).values());
                Collections.reverse(expected);
                assertThat(reversed.get(i).values()).isEqualTo(expected);
            }
        }
    }

    @Test
    void everyRowSaysWhereItCameFrom() {
        addRows();
        try (Source source = open()) {
            SourceRange range = all(source);
            try (RangeReader reader = source.read(range, List.of(), SourceContract::unexpected)) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    RowOrigin origin = batch.tags().origin;
                    assertThat(origin).isNotNull();
                    assertThat(range.partitions()).contains(origin.partition());
                    for (int i = 0; i < batch.selectedCount(); i++) {
                        int row = batch.tags().originRow(batch.position(i));
                        assertThat(origin.payload(row)).isNotEmpty();
                    }
                }
            }
        }
    }

    @Test
    void whatIsNotReleasedCanBeReadAfterReleasingWhatComesBefore() {
        addRows();
        try (Source source = open()) {
            SourceRange first = all(source);
            addRows();
            SourceRange second = source.plan(first.to(), RangeLimits.NONE).orElseThrow();
            List<Read> rows = read(source, second);
            source.release(first.to());

            assertThat(read(source, second)).isEqualTo(rows);
        }
    }

    @Test
    void anUnboundedSourceHasNotEndedAtItsPresentEnd() {
        addRows();
        try (Source source = open()) {
            SourcePosition end = all(source).to();
            assertThat(source.endedAt(end)).isEqualTo(isBounded());
            assertThat(source.endedAt(source.initialPosition())).isFalse();
        }
    }

    /** Whether the source ends with what is there. */
    protected boolean isBounded() {
        return false;
    }

    private SourceRange all(Source source) {
        return source.plan(source.initialPosition(), RangeLimits.NONE).orElseThrow();
    }

    private List<Integer> allColumns() {
        return IntStream.range(0, schema().size()).boxed().toList();
    }

    private List<Read> read(Source source, SourceRange range) {
        return read(source, range, allColumns());
    }

    /** A range as it comes back from the plan log. */
    private static SourceRange afterRestart(SourceRange range) {
        return new SourceRange(
                range.partitions(),
                range.description(),
                new SourcePosition(range.from().encoded()),
                new SourcePosition(range.to().encoded()));
    }

    /** Reads a whole range. */
    protected static List<Read> read(Source source, SourceRange range, List<Integer> columns) {
        List<Read> rows = new ArrayList<>();
        try (RangeReader reader = source.read(range, columns, SourceContract::unexpected)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                assertThat(batch.selectedCount()).isPositive();
                assertThat(batch.columns()).hasSameSizeAs(columns);
                RowOrigin origin = batch.tags().origin;
                assertThat(origin).isNotNull();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int position = batch.position(i);
                    rows.add(new Read(
                            origin.partition(),
                            origin.offset(batch.tags().originRow(position)),
                            RandomBatches.values(batch, position),
                            batch.weight(position)));
                }
            }
            assertThat(reader.next()).isNull();
        }
        return rows;
    }

    private static void unexpected(int partition, long offset, String payload, CodedException reason) {
        throw new AssertionError(partition + ":" + offset + " is bad: " + payload, reason);
    }
}
