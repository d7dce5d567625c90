package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;

/** Puts values of other columns one behind the other into one, which may be longer than a batch. */
final class ColumnParts {

    private final DataType type;
    private final PhysicalKind kind;
    private final long[] slots;
    private final long[] lowSlots;
    private final double[] doubles;
    private final long[] validity;
    private final BytesPool pool = new BytesPool();
    private int count;

    /** Begins a column for so many values. */
    ColumnParts(DataType type, int length) {
        this.type = type;
        this.kind = type.physical();
        this.slots = new long[kind == PhysicalKind.FLOAT64 ? 0 : length];
        this.lowSlots = new long[kind == PhysicalKind.INT128 ? length : 0];
        this.doubles = new double[kind == PhysicalKind.FLOAT64 ? length : 0];
        this.validity = new long[(length + 63) >> 6];
    }

    /** Adds NULL. */
    void addNull() {
        count++;
    }

    /** Adds the value at a position of a column of the same kind. */
    void add(Column from, int position) {
        if (from.isNull(position)) {
            count++;
            return;
        }
        switch (kind) {
            case INT64 -> slots[count] = ((LongColumn) from).values[position];
            case FLOAT64 -> doubles[count] = ((DoubleColumn) from).values[position];
            case INT128 -> {
                slots[count] = ((Int128Column) from).high[position];
                lowSlots[count] = ((Int128Column) from).low[position];
            }
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) from;
                long reference = bytes.references[position];
                slots[count] = pool.append(
                        bytes.pool.pageBytes(BytesPool.page(reference)),
                        BytesPool.offset(reference),
                        BytesPool.length(reference));
            }
        }
        validity[count >> 6] |= 1L << count;
        count++;
    }

    /** Adds the first values of a column. */
    void addAll(Column from, int length) {
        for (int position = 0; position < length; position++) {
            add(from, position);
        }
    }

    /** What has been added. */
    Column build() {
        return switch (kind) {
            case INT64 -> new LongColumn(type, slots, validity);
            case FLOAT64 -> new DoubleColumn(type, doubles, validity);
            case INT128 -> new Int128Column(type, slots, lowSlots, validity);
            case BYTES -> new BytesColumn(type, slots, pool, validity);
        };
    }

    /** Whether two values of columns of the same kind are equal; NULL is equal to itself. */
    static boolean same(Column one, int position, Column other, int otherPosition) {
        boolean isNull = one.isNull(position);
        if (isNull || other.isNull(otherPosition)) {
            return isNull && other.isNull(otherPosition);
        }
        if (one instanceof LongColumn longs) {
            return longs.values[position] == ((LongColumn) other).values[otherPosition];
        }
        if (one instanceof DoubleColumn doubles) {
            return Double.compare(doubles.values[position], ((DoubleColumn) other).values[otherPosition]) == 0;
        }
        if (one instanceof Int128Column wide) {
            Int128Column otherWide = (Int128Column) other;
            return wide.high[position] == otherWide.high[otherPosition]
                    && wide.low[position] == otherWide.low[otherPosition];
        }
        return sameBytes((BytesColumn) one, position, (BytesColumn) other, otherPosition);
    }

    private static boolean sameBytes(BytesColumn one, int position, BytesColumn other, int otherPosition) {
        long left = one.references[position];
        long right = other.references[otherPosition];
        int length = BytesPool.length(left);
        if (length != BytesPool.length(right)) {
            return false;
        }
        byte[] leftBytes = one.pool.pageBytes(BytesPool.page(left));
        byte[] rightBytes = other.pool.pageBytes(BytesPool.page(right));
        int leftAt = BytesPool.offset(left);
        int rightAt = BytesPool.offset(right);
        return java.util.Arrays.equals(leftBytes, leftAt, leftAt + length, rightBytes, rightAt, rightAt + length);
    }
}
