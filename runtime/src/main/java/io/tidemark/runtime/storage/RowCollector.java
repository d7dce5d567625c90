package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;

/** Puts rows of several batches together into one. */
final class RowCollector {

    private final BatchBuilder builder;
    private final int[] weights = new int[Batch.MAX_ROWS];
    private boolean hasWeights;

    RowCollector(Schema schema) {
        this.builder = new BatchBuilder(schema);
    }

    int size() {
        return builder.rowCount();
    }

    int room() {
        return Batch.MAX_ROWS - builder.rowCount();
    }

    /** Copies the rows at positions from {@code from} up to and without {@code to}; there is room for them. */
    void add(Batch batch, int from, int to) {
        for (int position = from; position < to; position++) {
            for (int c = 0; c < batch.columns().size(); c++) {
                copy(batch.column(c), position, builder.column(c));
            }
            weights[builder.rowCount()] = batch.weight(position);
            hasWeights |= batch.weight(position) != 1;
            builder.endRow();
        }
    }

    private static void copy(Column source, int position, ColumnBuilder target) {
        if (source.isNull(position)) {
            return;
        }
        if (source instanceof LongColumn longs) {
            target.setLong(longs.values[position]);
        } else if (source instanceof DoubleColumn doubles) {
            target.setDouble(doubles.values[position]);
        } else if (source instanceof Int128Column wide) {
            target.setInt128(wide.high[position], wide.low[position]);
        } else if (source instanceof BytesColumn bytes) {
            long reference = bytes.references[position];
            target.setBytes(
                    bytes.pool.pageBytes(BytesPool.page(reference)),
                    BytesPool.offset(reference),
                    BytesPool.length(reference));
        }
    }

    /** The rows so far, after which there are none. */
    Batch build() {
        Batch batch = builder.build();
        int[] built = hasWeights ? weights.clone() : null;
        hasWeights = false;
        return batch.withWeights(built);
    }
}
