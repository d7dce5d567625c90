package io.tidemark.connectors.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every source keeps to, whatever it reads. The source under test holds at least ten rows and gets no more. */
public abstract class SourceContract {

    /** Opens the source anew. */
    protected abstract Source open();

    /** The number of columns of the source. */
    protected abstract int columnCount();

    private List<Integer> allColumns() {
        return IntStream.range(0, columnCount()).boxed().toList();
    }

    private SourceRun run(RangeLimits limits) {
        SourceRun run = new SourceRun(allColumns());
        try (Source source = open()) {
            run.readAll(source, limits);
        }
        return run;
    }

    @Test
    void anyCutIntoRangesGivesTheSameRows() {
        SourceRun whole = run(RangeLimits.NONE);
        assertThat(whole.rows).hasSizeGreaterThanOrEqualTo(10);
        Random random = new Random(1);
        for (long maxRows : new long[] {1, 2, 7, 1 + random.nextInt(50)}) {
            SourceRun cut = run(new RangeLimits(maxRows, Long.MAX_VALUE));
            assertThat(cut.rows).isEqualTo(whole.rows);
            assertThat(cut.offsets).isEqualTo(whole.offsets);
            assertThat(cut.bad).isEqualTo(whole.bad);
            assertThat(cut.rowsByRange).allSatisfy(rows -> assertThat(rows).hasSizeLessThanOrEqualTo((int) maxRows));
        }
        SourceRun byBytes = run(new RangeLimits(Long.MAX_VALUE, 100));
        assertThat(byBytes.rows).isEqualTo(whole.rows);
    }

    @Test
    void aRangeReadAgainAfterAReopeningGivesTheSameRows() {
        SourceRun first = run(new RangeLimits(3, Long.MAX_VALUE));
        try (Source reopened = open()) {
            SourceRun again = new SourceRun(allColumns());
            first.ranges.forEach(range -> again.read(reopened, copy(range)));
            assertThat(again.rowsByRange).isEqualTo(first.rowsByRange);
            assertThat(again.offsets).isEqualTo(first.offsets);
            assertThat(again.bad).isEqualTo(first.bad);
        }
    }

    /** Only the encoded bytes survive a restart. */
    private static SourceRange copy(SourceRange range) {
        return new SourceRange(
                range.partitions(),
                range.description(),
                new SourcePosition(range.from().encoded()),
                new SourcePosition(range.to().encoded()));
    }

    @Test
    void aReopenedSourceGoesOnWhereThePositionSays() {
        SourceRun whole = run(RangeLimits.NONE);
        SourceRun parts = new SourceRun(allColumns());
        SourcePosition position;
        try (Source source = open()) {
            position = source.initialPosition();
        }
        int step = Math.max(4, whole.rows.size() / 25);
        List<Integer> sizes = new ArrayList<>();
        while (true) {
            try (Source source = open()) {
                var range = source.plan(position, new RangeLimits(step, Long.MAX_VALUE));
                if (range.isEmpty()) {
                    break;
                }
                parts.read(source, range.get());
                position = range.get().to();
                sizes.add(parts.rows.size());
            }
        }
        assertThat(parts.rows).isEqualTo(whole.rows);
        assertThat(sizes).hasSizeGreaterThan(2);
    }

    @Test
    void offsetsRiseAlongThePartition() {
        SourceRun whole = run(RangeLimits.NONE);
        assertThat(whole.offsets).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theColumnsAreThoseAskedForInTheOrderAskedFor() {
        SourceRun whole = run(RangeLimits.NONE);
        SourceRun reversed =
                new SourceRun(allColumns().stream().sorted((a, b) -> b - a).toList());
        SourceRun none = new SourceRun(List.of());
        try (Source source = open()) {
            reversed.readAll(source, RangeLimits.NONE);
            none.readAll(source, RangeLimits.NONE);
        }
        assertThat(reversed.rows)
                .isEqualTo(whole.rows.stream().map(SourceContract::reverse).toList());
        assertThat(none.rows).hasSize(whole.rows.size());
    }

    private static String reverse(String row) {
        List<String> values = new ArrayList<>(List.of(row.split("\\|", -1)));
        Collections.reverse(values);
        return String.join("|", values);
    }

    @Test
    void theEndOfWhatIsThereIsReachedWhenAllIsRead() {
        try (Source source = open()) {
            SourcePosition start = source.initialPosition();
            SourcePosition end = source.currentEnd(start);
            assertThat(source.reached(start, end)).isFalse();
            SourceRun run = new SourceRun(allColumns());
            SourcePosition last = run.readAll(source, start, new RangeLimits(5, Long.MAX_VALUE));
            assertThat(source.reached(last, end)).isTrue();
            assertThat(source.plan(last, RangeLimits.NONE)).isEmpty();
        }
    }
}
