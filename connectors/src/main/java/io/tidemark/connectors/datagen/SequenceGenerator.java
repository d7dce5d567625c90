package io.tidemark.connectors.datagen;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import java.nio.charset.StandardCharsets;

/**
 * Values that rise by the same step from row to row.
 *
 * @param type the column's type
 * @param start the value of row 0, in the units in which the type lies in memory
 * @param step what is added each row, greater than 0
 * @param end no value is greater; {@link Long#MAX_VALUE} for no end
 */
record SequenceGenerator(DataType type, long start, long step, long end) implements ColumnGenerator {

    @Override
    public long rows() {
        return end == Long.MAX_VALUE ? Long.MAX_VALUE : (end - start) / step + 1;
    }

    @Override
    public Column generate(long first, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = start + (first + i) * step;
        }
        return switch (type.physical()) {
            case INT64 -> new LongColumn(type, values, null);
            case FLOAT64 -> doubles(values);
            case INT128 -> decimals(values);
            case BYTES -> text(values);
        };
    }

    private Column doubles(long[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            doubles[i] = values[i];
        }
        return new DoubleColumn(type, doubles, null);
    }

    private Column decimals(long[] values) {
        long[] high = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            high[i] = values[i] >> 63;
        }
        return new Int128Column(type, high, values, null);
    }

    private Column text(long[] values) {
        BytesPool pool = new BytesPool();
        long[] references = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            byte[] digits = Long.toString(values[i]).getBytes(StandardCharsets.US_ASCII);
            references[i] = pool.append(digits, 0, digits.length);
        }
        return new BytesColumn(type, references, pool, null);
    }

    /** Whether the type has an order in which values can rise. */
    static boolean isPossible(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN, VARBINARY, TIME, ARRAY, INTERVAL_MONTHS, INTERVAL_MICROS -> false;
            default -> true;
        };
    }
}
