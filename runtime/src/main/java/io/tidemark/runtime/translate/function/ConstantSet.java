package io.tidemark.runtime.translate.function;

import java.util.Arrays;
import java.util.List;

/** A fixed set of values of one column, for long IN lists. <b>Cost</b>: logarithmic for numbers, a hash probe for bytes. */
public final class ConstantSet {

    private final long[] numbers;
    private final byte[][] table;

    private ConstantSet(long[] numbers, byte[][] table) {
        this.numbers = numbers;
        this.table = table;
    }

    /** A set of INT64 values. */
    public static ConstantSet ofLongs(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return new ConstantSet(sorted, new byte[0][]);
    }

    /** A set of byte strings. */
    public static ConstantSet ofBytes(List<byte[]> values) {
        byte[][] table = new byte[Integer.highestOneBit(values.size() * 4 + 4)][];
        for (byte[] value : values) {
            int slot = hash(value, 0, value.length) & (table.length - 1);
            while (table[slot] != null) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = value;
        }
        return new ConstantSet(new long[0], table);
    }

    /** Whether a number is in the set. */
    public boolean contains(long value) {
        return Arrays.binarySearch(numbers, value) >= 0;
    }

    /** Whether a byte string is in the set. */
    public boolean contains(Slice value) {
        int slot = hash(value.bytes, value.offset, value.length) & (table.length - 1);
        while (true) {
            byte[] candidate = table[slot];
            if (candidate == null) {
                return false;
            }
            if (candidate.length == value.length
                    && Arrays.equals(
                            candidate, 0, candidate.length, value.bytes, value.offset, value.offset + value.length)) {
                return true;
            }
            slot = (slot + 1) & (table.length - 1);
        }
    }

    private static int hash(byte[] bytes, int offset, int length) {
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = hash * 31 + bytes[i];
        }
        return hash ^ hash >>> 15;
    }
}
