package io.tidemark.runtime.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks at bytes eight at a time. <b>Source</b>: Henry S. Warren, "Hacker's Delight", 2nd edition, section 6-1, for the byte that is zero in a word.
 */
public final class ByteWords {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;

    private ByteWords() {}

    private static long word(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** How many bytes of UTF-8 from {@code from} to {@code to}, exclusive, begin a code point. */
    public static int codePoints(byte[] bytes, int from, int to) {
        int count = to - from;
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = word(bytes, at);
            // Those that continue one have the top bit, and not the next one.
            count -= Long.bitCount(word & ~(word << 1) & TOPS);
        }
        for (; at < to; at++) {
            count -= (bytes[at] & 0xC0) == 0x80 ? 1 : 0;
        }
        return count;
    }

    /** Whether one of four bytes occurs from {@code from} to {@code to}, exclusive; {@code wanted} has them as {@link #four} gives them. */
    public static boolean containsAny(byte[] bytes, int from, int to, long[] wanted) {
        long first = wanted[0];
        long second = wanted[1];
        long third = wanted[2];
        long fourth = wanted[3];
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = word(bytes, at);
            if ((zeros(word ^ first) | zeros(word ^ second) | zeros(word ^ third) | zeros(word ^ fourth)) != 0) {
                return true;
            }
        }
        for (; at < to; at++) {
            byte value = bytes[at];
            if (value == (byte) first || value == (byte) second || value == (byte) third || value == (byte) fourth) {
                return true;
            }
        }
        return false;
    }

    /** Four bytes to be looked for, each in every place of a word. */
    public static long[] four(byte first, byte second, byte third, byte fourth) {
        return new long[] {
            everywhere(first), everywhere(second), everywhere(third), everywhere(fourth),
        };
    }

    private static long everywhere(byte value) {
        return (value & 0xFFL) * ONES;
    }

    /** Not 0 if a byte of the word is zero; the lowest bit that is set stands in the first such byte. */
    private static long zeros(long word) {
        return (word - ONES) & ~word & TOPS;
    }

    /** Where the first byte like {@code wanted} is from {@code from} to {@code to}, exclusive; {@code to} if there is none. */
    public static int find(byte[] bytes, int from, int to, byte wanted) {
        long everywhere = everywhere(wanted);
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long zeros = zeros(word(bytes, at) ^ everywhere);
            if (zeros != 0) {
                return at + (Long.numberOfTrailingZeros(zeros) >> 3);
            }
        }
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }
}
