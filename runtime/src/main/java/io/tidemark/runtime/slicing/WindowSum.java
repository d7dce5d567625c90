package io.tidemark.runtime.slicing;

import io.tidemark.runtime.aggregate.Accumulators;
import io.tidemark.runtime.aggregate.RowMerges;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.operator.GroupOutput;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The groups of one window, put together from those of its slices. */
final class WindowSum {

    private static final int CHUNK_ROWS = 512;

    private final Slices slices;
    private final Accumulators accumulators;
    private final RowTable table;
    private final GroupOutput output;
    private final SlabRows source = new SlabRows();
    private final RowMerges merges;
    private final RowLayout sourceLayout;
    private final int[] all = IntStream.range(0, CHUNK_ROWS).toArray();
    private long end;

    /** An empty one, for groups whose layout is {@code sourceLayout}. */
    WindowSum(Slices slices, RowLayout sourceLayout) {
        this.slices = slices;
        this.sourceLayout = sourceLayout;
        AggregateSpec spec = slices.spec();
        this.accumulators = new Accumulators(spec.accumulators(), spec.input(), spec.inputRetracts());
        List<PhysicalKind> kinds = slices.plainColumns().stream()
                .map(column -> spec.input().type(column).physical())
                .toList();
        this.table = new RowTable(new RowLayout(kinds, accumulators.slots(), accumulators.references()), 0);
        accumulators.bind(table, 0);
        this.output = new GroupOutput(table, accumulators, rows -> slices.groupColumns(rows, table.layout(), end));
        this.merges = new RowMerges(source, sourceLayout, table);
    }

    /** Adds the groups of a time, or takes them away. A group without rows is not kept. */
    void merge(TimedGroups groups, long time, boolean negative) {
        merges.setNegative(negative);
        int count = groups.count(time);
        for (int first = 0; first < count; first += CHUNK_ROWS) {
            groups.collect(time, first, Math.min(CHUNK_ROWS, count - first), source);
            table.locate(keys(), all, source.count(), merges.rows());
            merges.addWeights();
            accumulators.merge(merges);
            for (int i = 0; i < source.count(); i++) {
                if (table.weight(merges.rows()[i]) == 0) {
                    table.free(merges.rows()[i]);
                }
            }
        }
    }

    private List<Column> keys() {
        List<Column> keys = new ArrayList<>();
        List<Integer> plain = slices.plainColumns();
        for (int key = 0; key < plain.size(); key++) {
            keys.add(source.key(sourceLayout, key, slices.spec().input().type(plain.get(key))));
        }
        return keys;
    }

    /** Gives the groups out, as those of the window with this end. */
    void emit(long windowEnd, Output out) {
        end = windowEnd;
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            if (table.weight(row) < 0) {
                throw CodedException.internal(
                        "a group has weight " + table.weight(row) + ": more was taken back than had come");
            }
            output.addPresent(row, out);
        }
        output.flush(out);
    }

    /** Arenas that are mostly garbage are compacted. */
    void endEpoch() {
        table.endEpoch();
    }

    void clear() {
        table.clear();
    }

    long sizeBytes() {
        return table.sizeBytes();
    }
}
