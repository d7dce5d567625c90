package io.tidemark.runtime.translate.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Numbers and booleans as text. <b>Errors</b>: {@code ROW-04} for text that is no number, {@code ROW-02} for one out of range. */
public final class NumberText {

    private static final int SAFE_DIGITS = 18;
    private static final int MAX_EXPONENT = 400;

    private NumberText() {}

    /** Reads an integer; digits behind a point are cut off. */
    public static long readLong(Slice text, String type) {
        byte[] bytes = text.bytes;
        int at = text.offset;
        int end = text.offset + text.length;
        boolean negative = at < end && bytes[at] == '-';
        if (negative) {
            at++;
        }
        if (at == end || end - at > SAFE_DIGITS) {
            return readSlowly(text, type);
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return readSlowly(text, type);
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }

    private static long readSlowly(Slice text, String type) {
        BigDecimal number = readDecimal(text, type);
        BigDecimal whole = number.setScale(0, RoundingMode.DOWN);
        if (whole.toBigInteger().bitLength() > 63) {
            throw RowFailures.overflow(text.string().strip(), type);
        }
        return whole.longValue();
    }

    /** Reads an exact number. */
    public static BigDecimal readDecimal(Slice text, String type) {
        String trimmed = text.string().strip();
        BigDecimal number;
        try {
            number = new BigDecimal(trimmed);
        } catch (NumberFormatException notNumber) {
            throw RowFailures.badCast(trimmed, type);
        }
        if (Math.abs((long) number.scale()) > MAX_EXPONENT) {
            throw RowFailures.overflow(trimmed, type);
        }
        return number;
    }

    /** Reads a floating-point number; {@code NaN}, {@code Infinity} and {@code -Infinity} are some. */
    public static double readDouble(Slice text, String type) {
        String trimmed = text.string().strip();
        char last = trimmed.isEmpty() ? ' ' : trimmed.charAt(trimmed.length() - 1);
        boolean plain = last != 'd' && last != 'D' && last != 'f' && last != 'F' && !trimmed.contains("x");
        try {
            if (plain) {
                return Double.parseDouble(trimmed);
            }
        } catch (NumberFormatException notNumber) {
            throw RowFailures.badCast(trimmed, type);
        }
        throw RowFailures.badCast(trimmed, type);
    }

    /** Reads a boolean: true, false, or their first letters, yes, no, on, off, 1, 0, in any case. */
    public static boolean readBoolean(Slice text) {
        String trimmed = text.string().strip();
        return switch (trimmed.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "on", "1" -> true;
            case "false", "f", "no", "n", "off", "0" -> false;
            default -> throw RowFailures.badCast(trimmed, "BOOLEAN");
        };
    }

    /** Writes an integer. */
    public static void write(long value, Slice out) {
        if (value == Long.MIN_VALUE) {
            out.setString(Long.toString(value));
            return;
        }
        long rest = Math.abs(value);
        int length = value < 0 ? 2 : 1;
        for (long above = rest / 10; above > 0; above /= 10) {
            length++;
        }
        byte[] buffer = out.reserve(length);
        for (int i = length - 1; i >= 0; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        if (value < 0) {
            buffer[0] = '-';
        }
    }

    /** Writes a decimal with all its digits. */
    public static void write(BigDecimal value, Slice out) {
        ascii(value.toPlainString(), out);
    }

    /** Writes a double as the shortest text that reads as the same one. */
    public static void write(double value, Slice out) {
        ascii(Double.toString(value), out);
    }

    /** Writes a REAL as the shortest text that reads as the same one. */
    public static void writeReal(double value, Slice out) {
        ascii(Float.toString((float) value), out);
    }

    /** Writes TRUE or FALSE. */
    public static void write(boolean value, Slice out) {
        ascii(value ? "TRUE" : "FALSE", out);
    }

    private static void ascii(String text, Slice out) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        out.point(bytes, 0, bytes.length);
    }
}
