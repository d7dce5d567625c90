package io.tidemark.runtime.batch;

/**
 * Dates and times as text, into bytes: {@code 2024-05-01} and {@code 12:34:56.789}. A year outside 0 to 9999 has a sign or more digits.
 *
 * <p><b>Units</b>: times are micros of the day. Each method returns the position behind what it wrote.
 */
public final class TimeWriter {

    /** The most bytes that a date and a time take together, with what stands between them. */
    public static final int MAX_BYTES = 48;

    /** The most digits behind the second. */
    public static final int MICRO_DIGITS = 6;

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_HOUR = 3600;

    private TimeWriter() {}

    /** Writes a date. */
    public static int writeDate(long year, long month, long day, byte[] buffer, int start) {
        int at = start;
        long digits = year;
        if (year < 0) {
            buffer[at++] = '-';
            digits = -year;
        }
        int width = 4;
        for (long rest = digits / 10_000; rest > 0; rest /= 10) {
            width++;
        }
        at = writeNumber(digits, width, buffer, at);
        buffer[at++] = '-';
        at = writeNumber(month, 2, buffer, at);
        buffer[at++] = '-';
        return writeNumber(day, 2, buffer, at);
    }

    /** Writes a time of day with a number of digits behind the second, from 0 to 6; what is finer is cut off. */
    public static int writeTime(long micros, int fractionDigits, byte[] buffer, int start) {
        long seconds = micros / MICROS_PER_SECOND;
        int at = writeNumber(seconds / SECONDS_PER_HOUR, 2, buffer, start);
        buffer[at++] = ':';
        at = writeNumber(seconds / 60 % 60, 2, buffer, at);
        buffer[at++] = ':';
        at = writeNumber(seconds % 60, 2, buffer, at);
        if (fractionDigits <= 0) {
            return at;
        }
        buffer[at++] = '.';
        long fraction = micros % MICROS_PER_SECOND;
        for (int digits = MICRO_DIGITS; digits > fractionDigits; digits--) {
            fraction /= 10;
        }
        return writeNumber(fraction, fractionDigits, buffer, at);
    }

    /** How many digits behind the second a time needs. */
    public static int fractionDigits(long micros) {
        int digits = MICRO_DIGITS;
        for (long rest = micros % MICROS_PER_SECOND; digits > 0 && rest % 10 == 0; rest /= 10) {
            digits--;
        }
        return digits;
    }

    private static int writeNumber(long value, int width, byte[] buffer, int start) {
        if (width == 2) {
            int pair = (int) value;
            buffer[start] = (byte) ('0' + pair / 10);
            buffer[start + 1] = (byte) ('0' + pair % 10);
            return start + 2;
        }
        long rest = value;
        for (int i = start + width - 1; i >= start; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return start + width;
    }
}
