package io.tidemark.runtime.batch;

import java.util.Arrays;

/** Puts the elements of an ARRAY together, one after the other, in the form of {@link ArrayFormat}. Single-threaded; to be used again. */
public final class ArrayWriter {

    private static final int FIRST_LENGTH = 64;

    private byte[] bytes = new byte[FIRST_LENGTH];
    private int size;

    /** Begins an array without elements. */
    public void clear() {
        size = 0;
    }

    /** The bytes written so far, from 0 to {@link #size}. */
    public byte[] bytes() {
        return bytes;
    }

    /** The number of bytes written so far. */
    public int size() {
        return size;
    }

    /** Adds NULL. */
    public void addNull() {
        put(ArrayFormat.NULL);
    }

    /** Adds an INT64. */
    public void addLong(long value) {
        addInt128(value >> 63, value);
    }

    /** Adds a BOOLEAN. */
    public void addBoolean(boolean value) {
        addLong(value ? 1 : 0);
    }

    /** Adds an INT128. */
    public void addInt128(long high, long low) {
        boolean negative = high < 0;
        int count = significantBytes(negative ? ~high : high, negative ? ~low : low);
        put(negative ? ArrayFormat.MINUS_ONE - count : ArrayFormat.ZERO + count);
        for (int i = count - 1; i >= 0; i--) {
            long half = i >= Long.BYTES ? high : low;
            put((int) (half >>> (Byte.SIZE * (i & 7))));
        }
    }

    private static int significantBytes(long high, long low) {
        int zeros = high == 0 ? Long.SIZE + Long.numberOfLeadingZeros(low) : Long.numberOfLeadingZeros(high);
        return (2 * Long.SIZE - zeros + 7) / Byte.SIZE;
    }

    /** Adds a FLOAT64. */
    public void addDouble(double value) {
        put(ArrayFormat.DOUBLE);
        long bits = Double.doubleToLongBits(value + 0.0);
        long ordered = bits ^ (bits >> 63 | Long.MIN_VALUE);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            put((int) (ordered >>> shift));
        }
    }

    /** Adds a BYTES value that is no array. */
    public void addBytes(byte[] source, int offset, int length) {
        put(ArrayFormat.BYTES);
        ensure(length);
        int from = offset;
        int end = offset + length;
        for (int at = offset; at < end; at++) {
            if (source[at] == ArrayFormat.END) {
                copy(source, from, at + 1 - from);
                put(ArrayFormat.ESCAPED_ZERO);
                from = at + 1;
            }
        }
        copy(source, from, end - from);
        put(ArrayFormat.END);
    }

    /** Adds an array as an element. */
    public void addArray(byte[] source, int offset, int length) {
        put(ArrayFormat.ARRAY);
        copy(source, offset, length);
        put(ArrayFormat.END);
    }

    /** Adds the value of a column at a row, which may be NULL. */
    public void add(Column column, int row) {
        if (column.isNull(row)) {
            addNull();
        } else if (column instanceof LongColumn longs) {
            addLong(longs.values[row]);
        } else if (column instanceof DoubleColumn doubles) {
            addDouble(doubles.values[row]);
        } else if (column instanceof Int128Column wide) {
            addInt128(wide.high[row], wide.low[row]);
        } else if (column instanceof BytesColumn strings) {
            long reference = strings.references[row];
            int length = BytesPool.length(reference);
            byte[] page = length == 0 ? bytes : strings.pool.pageBytes(BytesPool.page(reference));
            int offset = length == 0 ? 0 : BytesPool.offset(reference);
            if (column.type().kind() == TypeKind.ARRAY) {
                addArray(page, offset, length);
            } else {
                addBytes(page, offset, length);
            }
        }
    }

    private void copy(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    private void put(int one) {
        ensure(1);
        bytes[size++] = (byte) one;
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
        }
    }
}
