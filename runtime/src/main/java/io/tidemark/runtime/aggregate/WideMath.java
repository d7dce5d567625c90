package io.tidemark.runtime.aggregate;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Integers of two or three words of 64 bits, two's complement, the most significant word first. */
final class WideMath {

    private WideMath() {}

    /** Adds a 64-bit number to the 128-bit one at {@code at}. */
    static void add128(long[] words, int at, long value) {
        long low = words[at + 1];
        long sum = low + value;
        words[at + 1] = sum;
        words[at] += (value >> 63) + carry(low, value, sum);
    }

    /** Adds a 128-bit number to the one at {@code at}. */
    static void add128(long[] words, int at, long high, long low) {
        long before = words[at + 1];
        long sum = before + low;
        words[at + 1] = sum;
        words[at] += high + carry(before, low, sum);
    }

    /** Takes a 128-bit number away from the one at {@code at}. */
    static void subtract128(long[] words, int at, long high, long low) {
        long before = words[at + 1];
        words[at + 1] = before - low;
        words[at] -= high + (Long.compareUnsigned(before, low) < 0 ? 1 : 0);
    }

    /** Adds the 192-bit number at {@code from}, or takes it away. */
    static void add192(long[] words, int at, long[] source, int from, boolean negative) {
        if (!negative) {
            add192(words, at, source[from], source[from + 1], source[from + 2]);
            return;
        }
        // -x is ~x + 1, of which the 1 may carry through all words.
        add192(words, at, ~source[from], ~source[from + 1], ~source[from + 2]);
        add192(words, at, 0, 0, 1);
    }

    /** Adds the product of a 128-bit number and an int to the 192-bit number at {@code at}. */
    static void addProduct192(long[] words, int at, long high, long low, int factor) {
        long lowProduct = low * factor;
        long middle = Math.multiplyHigh(low, factor) + (low < 0 ? factor : 0);
        add192(words, at, middle >> 63, middle, lowProduct);
        add192(words, at, Math.multiplyHigh(high, factor), high * factor, 0);
    }

    private static void add192(long[] words, int at, long high, long middle, long low) {
        long lowSum = words[at + 2] + low;
        long carry = carry(words[at + 2], low, lowSum);
        words[at + 2] = lowSum;
        long middleSum = words[at + 1] + middle;
        long upper = carry(words[at + 1], middle, middleSum);
        long withCarry = middleSum + carry;
        upper += carry(middleSum, carry, withCarry);
        words[at + 1] = withCarry;
        words[at] += high + upper;
    }

    /** The number of {@code words} words at {@code at}. */
    static BigInteger toBigInteger(long[] source, int at, int words) {
        ByteBuffer bytes = ByteBuffer.allocate(words * Long.BYTES);
        for (int i = 0; i < words; i++) {
            bytes.putLong(source[at + i]);
        }
        return new BigInteger(bytes.array());
    }

    private static long carry(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> 63;
    }
}
