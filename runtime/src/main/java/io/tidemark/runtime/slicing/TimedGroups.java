package io.tidemark.runtime.slicing;

import io.tidemark.runtime.aggregate.Accumulators;
import io.tidemark.runtime.aggregate.RowUpdates;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.state.FrozenRows;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What has been added up for each group and time, a time being the end of a slice or of a window. The groups of a time are found in the order in
 * which they came, and go together.
 *
 * <p><b>Cost</b>: a state row a group and time, and 4 bytes beside it.
 */
final class TimedGroups {

    /** So few rows are worked on at a time that the state rows found stay in the first-level cache until they have been updated. */
    private static final int CHUNK_ROWS = 512;

    private final List<Integer> plainColumns;
    private final int timeSlot;
    private final Accumulators accumulators;
    private final RowTable table;
    private final RowUpdates updates = new RowUpdates();
    private final int[] chunk = new int[CHUNK_ROWS];
    private final int[] found = new int[CHUNK_ROWS];
    private final TreeMap<Long, Rows> byTime = new TreeMap<>();
    private long lastTime;
    private @Nullable Rows last;

    private static final class Rows {
        private int[] numbers = new int[4];
        private int count;

        void add(int row) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = row;
        }
    }

    TimedGroups(Slices slices) {
        AggregateSpec spec = slices.spec();
        this.plainColumns = slices.plainColumns();
        this.accumulators = new Accumulators(spec.accumulators(), spec.input(), spec.inputRetracts());
        List<PhysicalKind> kinds = new ArrayList<>();
        plainColumns.forEach(column -> kinds.add(spec.input().type(column).physical()));
        kinds.add(PhysicalKind.INT64);
        RowLayout layout = new RowLayout(kinds, accumulators.slots(), accumulators.references());
        this.timeSlot = layout.keySlot(kinds.size() - 1);
        this.table = new RowTable(layout, 0);
        accumulators.bind(table, 0);
    }

    /**
     * Adds rows of a batch.
     *
     * @param times by position
     * @param closed no group may come up of a time at or before this
     */
    void add(Batch batch, LongColumn times, int[] positions, int count, long closed) {
        List<Column> keys = new ArrayList<>(plainColumns.size() + 1);
        plainColumns.forEach(column -> keys.add(batch.column(column)));
        keys.add(times);
        for (int start = 0; start < count; start += CHUNK_ROWS) {
            int rows = Math.min(CHUNK_ROWS, count - start);
            System.arraycopy(positions, start, chunk, 0, rows);
            int inserted = table.locate(keys, chunk, rows, found);
            for (int i = 0; i < inserted; i++) {
                int row = table.insertedRow(i);
                if (timeOf(row) <= closed) {
                    throw SlicedAggregateOperator.closed(timeOf(row), closed);
                }
                enter(row);
            }
            table.addWeights(found, chunk, rows, batch.weights);
            updates.set(batch, table, chunk, found, rows);
            accumulators.update(updates);
        }
    }

    private long timeOf(int row) {
        return table.page(row)[table.base(row) + timeSlot];
    }

    private void enter(int row) {
        long time = timeOf(row);
        Rows rows = last;
        if (rows == null || time != lastTime) {
            rows = byTime.computeIfAbsent(time, absent -> new Rows());
            last = rows;
            lastTime = time;
        }
        rows.add(row);
    }

    RowLayout layout() {
        return table.layout();
    }

    /** The least time; null without groups. */
    @Nullable
    Long firstTime() {
        return byTime.isEmpty() ? null : byTime.firstKey();
    }

    /** The times after one, up to and with another. */
    List<Long> times(long after, long upTo) {
        return after >= upTo
                ? List.of()
                : List.copyOf(byTime.subMap(after, false, upTo, true).keySet());
    }

    /** All times, the least first. */
    List<Long> times() {
        return List.copyOf(byTime.keySet());
    }

    /** The number of groups of a time. */
    int count(long time) {
        Rows rows = byTime.get(time);
        return rows == null ? 0 : rows.count;
    }

    /** Puts some groups of a time into {@code into}: {@code count} of them from the {@code first} on. */
    void collect(long time, int first, int count, SlabRows into) {
        into.clear();
        Rows rows = byTime.get(time);
        for (int i = first; rows != null && i < first + count; i++) {
            table.collect(rows.numbers[i], into);
        }
    }

    /** Takes all groups of a time out. */
    void remove(long time) {
        Rows rows = byTime.remove(time);
        if (rows == null) {
            return;
        }
        last = null;
        table.beginFree(rows.count);
        for (int i = 0; i < rows.count; i++) {
            table.freeNext(rows.numbers[i]);
        }
        table.endFree();
    }

    /** Takes all groups out. */
    void clear() {
        if (!byTime.isEmpty()) {
            table.clear();
            forgetTimes();
        }
    }

    private void forgetTimes() {
        byTime.clear();
        last = null;
    }

    /** Whether what two groups have can be added up, and taken away again. */
    boolean subtract() {
        return accumulators.subtract();
    }

    /** Ends the epoch. */
    void endEpoch() {
        table.endEpoch();
    }

    void write(DataOutput out) throws IOException {
        table.write(out);
    }

    FrozenRows capture(boolean whole) {
        return table.capture(whole);
    }

    void load(List<? extends DataInput> segments) throws IOException {
        table.load(segments);
        forgetTimes();
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            enter(row);
        }
    }

    long rows() {
        return table.rows();
    }

    long sizeBytes() {
        long lists = byTime.values().stream()
                .mapToLong(rows -> (long) rows.numbers.length * Integer.BYTES)
                .sum();
        return table.sizeBytes() + lists;
    }
}
