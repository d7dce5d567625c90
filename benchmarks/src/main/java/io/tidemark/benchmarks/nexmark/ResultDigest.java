package io.tidemark.benchmarks.nexmark;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;

/**
 * The sum of all deltas of a result, as a number of rows and a hash that depends neither on their order nor on how they were cut into epochs.
 * Floating-point values are left out, because sums of them depend on the order.
 */
final class ResultDigest {

    private static final long FACTOR = 0x9e3779b97f4a7c15L;

    private long rows;
    private long hash;
    private long changes;

    /** Adds a delta. */
    void add(Batch batch) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            long row = 1;
            for (Column column : batch.columns()) {
                row = (row ^ value(column, position)) * FACTOR;
                row ^= row >>> 29;
            }
            int weight = batch.weight(position);
            rows += weight;
            changes += Math.abs(weight);
            hash += weight * row;
        }
    }

    private static long value(Column column, int position) {
        if (column.isNull(position)) {
            return 1;
        }
        if (column instanceof LongColumn longs) {
            return longs.values[position];
        }
        if (column instanceof Int128Column wide) {
            return wide.high[position] * FACTOR ^ wide.low[position];
        }
        return column instanceof BytesColumn bytes ? bytes.string(position).hashCode() : 0;
    }

    /** How many rows the result has. */
    long rows() {
        return rows;
    }

    /** How many changes there were. */
    long changes() {
        return changes;
    }

    /** Whether another result has the same rows. */
    boolean isSame(ResultDigest other) {
        return rows == other.rows && hash == other.hash;
    }
}
