package io.tidemark.runtime.batch;

import java.nio.charset.StandardCharsets;

/**
 * Collects the values of one column of a batch being built, one value a row. Made by {@link BatchBuilder}.
 *
 * <p>The setters write the value of the builder's current row; a row for which none is called is NULL. The caller has checked that the
 * value is in the range of the column's type.
 */
public final class ColumnBuilder {

    private final DataType type;
    private final PhysicalKind physical;
    private final int capacity;
    private long[] slots = new long[0];
    private long[] lowSlots = new long[0];
    private double[] doubles = new double[0];
    private long[] validity = new long[0];
    private BytesPool pool = new BytesPool();
    private int row;

    ColumnBuilder(DataType type, int capacity) {
        this.type = type;
        this.physical = type.physical();
        this.capacity = capacity;
        reset(new BytesPool());
    }

    /** The type of the values. */
    public DataType type() {
        return type;
    }

    /** The pool that {@link #setReference} refers to, and that {@link #setBytes} copies into. */
    public BytesPool pool() {
        return pool;
    }

    /** Sets an INT64 value. */
    public void setLong(long value) {
        slots[row] = value;
        markValid();
    }

    /** Sets a FLOAT64 value; for a REAL column it is rounded to a float. */
    public void setDouble(double value) {
        doubles[row] = type.kind() == TypeKind.REAL ? (float) value : value;
        markValid();
    }

    /** Sets an INT128 value. */
    public void setInt128(long high, long low) {
        slots[row] = high;
        lowSlots[row] = low;
        markValid();
    }

    /** Copies a BYTES value in. */
    public void setBytes(byte[] source, int offset, int length) {
        slots[row] = pool.append(source, offset, length);
        markValid();
    }

    /** Encodes text as UTF-8 and copies it in. */
    public void setString(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        setBytes(bytes, 0, bytes.length);
    }

    /** Sets a BYTES value that is already in {@link #pool}. */
    public void setReference(long reference) {
        slots[row] = reference;
        markValid();
    }

    /** Makes the current row's value NULL again. */
    public void setNull() {
        validity[row >> 6] &= ~(1L << row);
        if (physical == PhysicalKind.FLOAT64) {
            doubles[row] = 0;
        } else {
            slots[row] = 0;
        }
    }

    private void markValid() {
        validity[row >> 6] |= 1L << row;
    }

    void moveTo(int newRow) {
        row = newRow;
    }

    Column build(int rowCount) {
        long[] valid = allValid(rowCount) ? null : validity;
        return switch (physical) {
            case INT64 -> new LongColumn(type, slots, valid);
            case FLOAT64 -> new DoubleColumn(type, doubles, valid);
            case INT128 -> new Int128Column(type, slots, lowSlots, valid);
            case BYTES -> new BytesColumn(type, slots, pool, valid);
        };
    }

    private boolean allValid(int rowCount) {
        for (int word = 0; word < rowCount >> 6; word++) {
            if (validity[word] != -1L) {
                return false;
            }
        }
        long rest = (1L << rowCount) - 1;
        return (rowCount & 63) == 0 || (validity[rowCount >> 6] & rest) == rest;
    }

    void reset(BytesPool newPool) {
        pool = newPool;
        validity = new long[(capacity + 63) >> 6];
        if (physical == PhysicalKind.FLOAT64) {
            doubles = new double[capacity];
        } else {
            slots = new long[capacity];
        }
        if (physical == PhysicalKind.INT128) {
            lowSlots = new long[capacity];
        }
        row = 0;
    }
}
