package io.tidemark.runtime.lookup;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;

/** Copies the values of a row into one that is being built. */
final class RowCopy {

    private RowCopy() {}

    /** Copies all columns. */
    static void copy(Batch from, int position, BatchBuilder into) {
        for (int column = 0; column < from.columns().size(); column++) {
            copy(from.column(column), position, into.column(column));
        }
    }

    private static void copy(Column from, int position, ColumnBuilder into) {
        if (from.isNull(position)) {
            return;
        }
        if (from instanceof LongColumn longs) {
            into.setLong(longs.values[position]);
        } else if (from instanceof DoubleColumn doubles) {
            into.setDouble(doubles.values[position]);
        } else if (from instanceof Int128Column decimals) {
            into.setInt128(decimals.high[position], decimals.low[position]);
        } else {
            byte[] bytes = ((BytesColumn) from).bytes(position);
            into.setBytes(bytes, 0, bytes.length);
        }
    }
}
