package io.tidemark.runtime.order;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.state.RowTable;
import java.util.List;

/**
 * The quick test of whether a row comes behind one that is kept, by the first column of the order alone: most rows that come are told by it, and
 * leave no trace.
 */
final class Threshold {

    private final RowTable rows;
    private final int column;
    private final boolean descending;
    private final boolean nullsFirst;

    Threshold(RowTable rows, List<SortSpec.Key> order) {
        this.rows = rows;
        this.column = order.isEmpty() ? -1 : order.get(0).column();
        this.descending = !order.isEmpty() && order.get(0).descending();
        this.nullsFirst = !order.isEmpty() && order.get(0).nullsFirst();
    }

    /** Whether a row of a batch certainly comes behind a row of state. */
    boolean isBehind(List<Column> columns, int position, int row) {
        if (column < 0) {
            return false;
        }
        Column values = columns.get(column);
        long[] page = rows.page(row);
        int base = rows.base(row);
        if (rows.layout().isKeyNull(page, base, column)) {
            return nullsFirst && !values.isNull(position);
        }
        if (values.isNull(position)) {
            return !nullsFirst;
        }
        long slot = page[base + rows.layout().keySlot(column)];
        if (values instanceof LongColumn longs) {
            long value = longs.values[position];
            return descending ? value < slot : value > slot;
        }
        if (values instanceof DoubleColumn doubles) {
            int compared = Double.compare(doubles.values[position] + 0.0, Double.longBitsToDouble(slot));
            return descending ? compared < 0 : compared > 0;
        }
        return false;
    }
}
