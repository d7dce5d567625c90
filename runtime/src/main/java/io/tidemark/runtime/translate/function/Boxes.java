package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.batch.BytesPool;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Values as row-by-row functions have them: times and day-time intervals in whole milliseconds, dates in days, text as a String.
 *
 * <p><b>Errors</b>: {@code ROW-10} for a time that isn't whole milliseconds, {@code ROW-01} for text that is not Unicode, {@code ROW-08}
 * for a result longer than a value may be.
 */
public final class Boxes {

    private static final long MICROS_PER_MILLI = 1000;
    private static final int DEFAULT_PRECISION = 38;

    private Boxes() {}

    /** Micros as a Long of milliseconds. */
    public static Object millis(long micros) {
        return exactMillis(micros);
    }

    /** Micros as an Integer of milliseconds. */
    public static Object intMillis(long micros) {
        return (int) exactMillis(micros);
    }

    private static long exactMillis(long micros) {
        if (micros % MICROS_PER_MILLI != 0) {
            throw RowFailures.invalidArgument(
                    "a function in milliseconds", micros + " microseconds are not whole ones");
        }
        return micros / MICROS_PER_MILLI;
    }

    /** A long as an Integer, which it fits. */
    public static Object intValue(long value) {
        return Math.toIntExact(value);
    }

    /** A long as a Short, which it fits. */
    public static Object shortValue(long value) {
        return (short) value;
    }

    /** A long as a Byte, which it fits. */
    public static Object byteValue(long value) {
        return (byte) value;
    }

    /** A whole number. */
    public static long toLong(Object value) {
        return value instanceof BigDecimal decimal ? decimal.longValueExact() : ((Number) value).longValue();
    }

    /** Milliseconds as micros. */
    public static long toMicros(Object value) {
        return Longs.multiply(((Number) value).longValue(), MICROS_PER_MILLI);
    }

    /** A double. */
    public static double toDouble(Object value) {
        return ((Number) value).doubleValue();
    }

    /** A truth value. */
    public static boolean toBoolean(Object value) {
        return (Boolean) value;
    }

    /** A decimal. */
    public static BigDecimal toDecimal(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof Double || value instanceof Float) {
            return Decimals.fromDouble(((Number) value).doubleValue(), "DECIMAL(" + DEFAULT_PRECISION + ")");
        }
        return BigDecimal.valueOf(((Number) value).longValue());
    }

    /** Text, which must not be cut within a character. */
    public static void toText(Object value, Slice out) {
        String text = value.toString();
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            requireLength(encoded.limit());
            out.point(encoded.array(), encoded.arrayOffset(), encoded.limit());
        } catch (CharacterCodingException cut) {
            throw RowFailures.evaluation("a text function", "its result holds half a character");
        }
    }

    /** Bytes. */
    public static void toBytes(byte[] value, Slice out) {
        requireLength(value.length);
        out.point(value, 0, value.length);
    }

    private static void requireLength(int bytes) {
        if (bytes > BytesPool.MAX_VALUE_BYTES) {
            throw RowFailures.tooLong(bytes);
        }
    }
}
