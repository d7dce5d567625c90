package io.tidemark.runtime.batch;

import java.util.Arrays;

/**
 * Goes over the elements of an ARRAY. What the getters give is that of the element last gone to, and valid until the next one.
 *
 * <p>Single-threaded; to be used again.
 */
public final class ArrayReader {

    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private boolean isNull;
    private long high;
    private long low;
    private byte[] value = bytes;
    private int valueOffset;
    private int valueLength;

    /** Begins before the first element of an array. */
    public void start(byte[] source, int offset, int length) {
        bytes = source;
        at = offset;
        end = offset + length;
    }

    /** The number of elements of an array. */
    public static int count(byte[] source, int offset, int length) {
        int count = 0;
        int limit = offset + length;
        for (int next = offset; next < limit; next = ArrayFormat.endOfElement(source, next, limit)) {
            count++;
        }
        return count;
    }

    /** Passes over elements; false if there are not as many. */
    public boolean skip(long count) {
        for (long i = 0; i < count; i++) {
            if (at >= end) {
                return false;
            }
            at = ArrayFormat.endOfElement(bytes, at, end);
        }
        return true;
    }

    /** The index in the bytes at which the next element begins. */
    public int position() {
        return at;
    }

    /** Goes to the next element; false if there is none. */
    public boolean next() {
        if (at >= end) {
            return false;
        }
        int tag = bytes[at] & 0xFF;
        int start = at + 1;
        at = ArrayFormat.endOfElement(bytes, at, end);
        isNull = tag == ArrayFormat.NULL;
        if (ArrayFormat.isInteger(tag)) {
            readInteger(start, tag < ArrayFormat.ZERO ? -1 : 0);
        } else if (tag == ArrayFormat.DOUBLE) {
            readInteger(start, 0);
        } else if (tag == ArrayFormat.ARRAY) {
            value = bytes;
            valueOffset = start;
            valueLength = at - 1 - start;
        } else if (tag == ArrayFormat.BYTES) {
            readBytes(start, at - 1 - start);
        }
        return true;
    }

    private void readInteger(int start, long sign) {
        high = sign;
        low = sign;
        for (int i = start; i < at; i++) {
            high = high << Byte.SIZE | low >>> (Long.SIZE - Byte.SIZE);
            low = low << Byte.SIZE | (bytes[i] & 0xFF);
        }
    }

    private void readBytes(int start, int length) {
        value = bytes;
        valueOffset = start;
        valueLength = length;
        for (int i = start; i < start + length; i++) {
            if (bytes[i] == ArrayFormat.END) {
                unescape(start, length);
                return;
            }
        }
    }

    private void unescape(int start, int length) {
        value = Arrays.copyOfRange(bytes, start, start + length);
        valueOffset = 0;
        int to = 0;
        for (int from = 0; from < length; from++) {
            value[to++] = value[from];
            from += value[from] == ArrayFormat.END ? 1 : 0;
        }
        valueLength = to;
    }

    /** Whether the element is NULL. */
    public boolean isNull() {
        return isNull;
    }

    /** An INT64 element, or the lower half of an INT128. */
    public long longValue() {
        return low;
    }

    /** The upper half of an INT128 element. */
    public long highValue() {
        return high;
    }

    /** A FLOAT64 element. */
    public double doubleValue() {
        return Double.longBitsToDouble(low ^ (~low >> 63 | Long.MIN_VALUE));
    }

    /** The array that holds the bytes of a BYTES element; not to be written to. */
    public byte[] valueBytes() {
        return value;
    }

    /** Where in {@link #valueBytes} the element begins. */
    public int valueOffset() {
        return valueOffset;
    }

    /** The length of a BYTES element. */
    public int valueLength() {
        return valueLength;
    }
}
