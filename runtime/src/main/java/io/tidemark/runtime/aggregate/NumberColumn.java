package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;

/** Reads numbers of any type as the doubles that are nearest to them. */
final class NumberColumn {

    private static final long EXACT_DOUBLE = 1L << 53;
    private static final int EXACT_POWERS = 22;

    private final Column column;
    private final double divisor;

    NumberColumn(Column column) {
        int scale = column.type().scale();
        this.column = column;
        this.divisor = scale <= EXACT_POWERS ? Math.pow(10, scale) : 0;
    }

    /** The number at a position that isn't NULL. */
    double at(int position) {
        if (column instanceof DoubleColumn doubles) {
            return doubles.values[position];
        }
        if (column instanceof LongColumn longs) {
            long value = longs.values[position];
            boolean exact = Math.abs(value) < EXACT_DOUBLE && divisor != 0;
            return exact
                    ? value / divisor
                    : BigDecimal.valueOf(value, column.type().scale()).doubleValue();
        }
        if (column instanceof Int128Column wide) {
            return wide.decimal(position).doubleValue();
        }
        throw CodedException.unsupported("a statistic of " + column.type());
    }
}
