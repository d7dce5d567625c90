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

    /** Where the first byte like {@code wanted} is from {@code from} to {@code to}, exclusive; {@code to} if there is none. */
    public static int find(byte[] bytes, int from, int to, byte wanted) {
        long everywhere = (wanted & 0xFFL) * ONES;
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long differences = word(bytes, at) ^ everywhere;
            long zeros = (differences - ONES) & ~differences & TOPS;
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
