package io.tidemark.runtime.operator;

import io.tidemark.runtime.aggregate.Accumulators;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns groups into batches: of rows that came, of rows that went, and of changes, which are dropped where the row is the same as before. */
public final class GroupOutput {

    private final RowTable table;
    private final Accumulators accumulators;
    private final GroupColumns groupColumns;
    private final SlabRows keys = new SlabRows();
    private final SlabRows values = new SlabRows();
    private final int[] weights = new int[Batch.MAX_ROWS];
    private final long[] nothing;
    private boolean anyRemoved;

    /** What the group columns are made of. */
    @FunctionalInterface
    public interface GroupColumns {
        /** The group columns of some rows of the table. */
        List<Column> of(SlabRows rows);
    }

    /**
     * Makes one for groups whose columns are the keys of the table.
     *
     * @param schema the group columns, then a column an aggregate
     */
    public GroupOutput(RowTable table, Accumulators accumulators, Schema schema) {
        this(table, accumulators, rows -> keys(table.layout(), schema, rows));
    }

    /** Makes one for groups whose columns come from elsewhere too. */
    public GroupOutput(RowTable table, Accumulators accumulators, GroupColumns groupColumns) {
        this.table = table;
        this.accumulators = accumulators;
        this.groupColumns = groupColumns;
        this.nothing = new long[table.layout().rowSlots()];
    }

    private static List<Column> keys(RowLayout layout, Schema schema, SlabRows rows) {
        List<Column> columns = new ArrayList<>(schema.size());
        for (int key = 0; key < layout.keyKinds().size(); key++) {
            columns.add(rows.key(layout, key, schema.type(key)));
        }
        return columns;
    }

    /** Adds what a group's row is now. */
    public void addPresent(int row, Output out) {
        reserve(1, out);
        accumulators.settle(table, row);
        table.collect(row, values);
        addKey(row, 1);
    }

    /** Adds, to be taken back, what the row touched {@code index}-th was before the epoch. */
    void addFormer(int index, Output out) {
        reserve(1, out);
        former(index);
    }

    /** Adds a change from what the row touched {@code index}-th was to what it is. */
    void addChange(int index, Output out) {
        reserve(2, out);
        former(index);
        accumulators.settle(table, table.dirtyRow(index));
        table.collect(table.dirtyRow(index), values);
        addKey(table.dirtyRow(index), 1);
    }

    private void former(int index) {
        if (table.hasBeforeImage(index)) {
            table.collectBeforeImage(index, values);
        } else {
            values.add(nothing, 0, null);
        }
        addKey(table.dirtyRow(index), -1);
        anyRemoved = true;
    }

    private void addKey(int row, int weight) {
        weights[keys.count()] = weight;
        table.collect(row, keys);
    }

    private void reserve(int rows, Output out) {
        if (keys.count() + rows > Batch.MAX_ROWS) {
            flush(out);
        }
    }

    /** Gives out what has been added. */
    public void flush(Output out) {
        int count = keys.count();
        if (count == 0) {
            return;
        }
        List<Column> columns = new ArrayList<>(groupColumns.of(keys));
        List<Column> results = accumulators.results(values);
        columns.addAll(results);
        int[] selection = anyRemoved ? changed(results, count) : null;
        int selected = selection == null ? count : selection.length;
        if (selected > 0) {
            int[] batchWeights = anyRemoved ? Arrays.copyOf(weights, count) : null;
            out.emit(new Batch(count, List.copyOf(columns), selection, selected, batchWeights, RowTags.NONE));
        }
        clear();
    }

    /** Forgets what has been added. */
    void clear() {
        keys.clear();
        values.clear();
        anyRemoved = false;
    }

    /** The positions but for the pairs -old, +new in which both are the same. */
    private int[] changed(List<Column> results, int count) {
        int[] selection = new int[count];
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (isPair(i, count) && isSame(results, i)) {
                i++;
            } else {
                selection[kept++] = i;
            }
        }
        return Arrays.copyOf(selection, kept);
    }

    private boolean isPair(int i, int count) {
        return weights[i] < 0
                && i + 1 < count
                && weights[i + 1] > 0
                && keys.pages[i] == keys.pages[i + 1]
                && keys.bases[i] == keys.bases[i + 1];
    }

    private static boolean isSame(List<Column> columns, int i) {
        for (Column column : columns) {
            if (column.isNull(i) != column.isNull(i + 1) || !(column.isNull(i) || isSameValue(column, i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSameValue(Column column, int i) {
        if (column instanceof LongColumn longs) {
            return longs.values[i] == longs.values[i + 1];
        }
        if (column instanceof DoubleColumn doubles) {
            return Double.compare(doubles.values[i], doubles.values[i + 1]) == 0;
        }
        if (column instanceof Int128Column wide) {
            return wide.high[i] == wide.high[i + 1] && wide.low[i] == wide.low[i + 1];
        }
        BytesColumn bytes = (BytesColumn) column;
        long one = bytes.references[i];
        long other = bytes.references[i + 1];
        int from = BytesPool.offset(one);
        int otherFrom = BytesPool.offset(other);
        return Arrays.equals(
                bytes.pool.pageBytes(BytesPool.page(one)),
                from,
                from + BytesPool.length(one),
                bytes.pool.pageBytes(BytesPool.page(other)),
                otherFrom,
                otherFrom + BytesPool.length(other));
    }
}
