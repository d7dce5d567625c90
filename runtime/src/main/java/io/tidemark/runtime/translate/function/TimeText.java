package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.batch.TimeWriter;

/**
 * Dates and times as text: {@code 2024-05-01}, {@code 12:34:56.789}, {@code 2024-05-01 12:34:56.789}, with as many digits behind the seconds as
 * the type's precision.
 *
 * <p>Reading takes one or two digits for each field but the year, a {@code T} for the blank, and leaves out seconds. <b>Errors</b>: {@code
 * ROW-04} for text of another form, {@code ROW-07} for a date or time that does not exist.
 */
public final class TimeText {

    private static final int[] MONTH_DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private static final int MAX_YEAR = 9999;

    private TimeText() {}

    /** Writes a date. */
    public static void writeDate(long day, Slice out) {
        byte[] buffer = out.reserve(TimeWriter.MAX_BYTES);
        finish(out, buffer, date(day, buffer));
    }

    /** Writes a time of day. */
    public static void writeTime(long micros, int precision, Slice out) {
        byte[] buffer = out.reserve(TimeWriter.MAX_BYTES);
        finish(out, buffer, TimeWriter.writeTime(micros, precision, buffer, 0));
    }

    /** Writes a timestamp. */
    public static void writeTimestamp(long micros, int precision, Slice out) {
        byte[] buffer = out.reserve(TimeWriter.MAX_BYTES);
        int at = date(Times.dayOf(micros), buffer);
        buffer[at++] = ' ';
        finish(out, buffer, TimeWriter.writeTime(Times.timeOf(micros), precision, buffer, at));
    }

    private static void finish(Slice out, byte[] buffer, int length) {
        out.point(buffer, 0, length);
    }

    private static int date(long day, byte[] buffer) {
        return TimeWriter.writeDate(Times.year(day), Times.month(day), Times.dayOfMonth(day), buffer, 0);
    }

    /** Reads a date; a time behind it is not taken. */
    public static long readDate(Slice text) {
        Reader reader = new Reader(text.string(), "DATE");
        long day = reader.date();
        reader.end();
        return day;
    }

    /** Reads a time of day, cutting it off at a precision. */
    public static long readTime(Slice text, int precision) {
        Reader reader = new Reader(text.string(), "TIME");
        long micros = reader.time(precision);
        reader.end();
        return micros;
    }

    /** Reads a timestamp without zone, or a date for its first moment. */
    public static long readTimestamp(Slice text, int precision) {
        Reader reader = new Reader(text.string(), "TIMESTAMP");
        long micros = reader.timestamp(precision);
        reader.end();
        return micros;
    }

    /** Reads an instant: a timestamp with {@code Z} or an offset, or without, in a zone. */
    public static long readInstant(Slice text, int precision, Zone zone) {
        Reader reader = new Reader(text.string(), "TIMESTAMP_LTZ");
        long micros = reader.timestamp(precision);
        if (reader.atEnd()) {
            return zone.toInstant(micros);
        }
        long offset = reader.offset();
        reader.end();
        return Times.minus(micros, offset);
    }

    /** Reads fields from left to right. */
    private static final class Reader {
        private final String text;
        private final String type;
        private int at;

        Reader(String text, String type) {
            this.text = text.strip();
            this.type = type;
        }

        boolean atEnd() {
            return at == text.length();
        }

        void end() {
            if (!atEnd()) {
                throw RowFailures.badCast(text, type);
            }
        }

        private boolean accept(char expected) {
            boolean found = at < text.length() && text.charAt(at) == expected;
            if (found) {
                at++;
            }
            return found;
        }

        private void require(char expected) {
            if (!accept(expected)) {
                throw RowFailures.badCast(text, type);
            }
        }

        private int number(int minDigits, int maxDigits) {
            int value = 0;
            int start = at;
            while (at < text.length() && at - start < maxDigits && isDigit(text.charAt(at))) {
                value = value * 10 + text.charAt(at++) - '0';
            }
            if (at - start < minDigits) {
                throw RowFailures.badCast(text, type);
            }
            return value;
        }

        private static boolean isDigit(char character) {
            return character >= '0' && character <= '9';
        }

        private int inRange(int value, int least, int greatest) {
            if (value < least || value > greatest) {
                throw RowFailures.timeRange(text, type);
            }
            return value;
        }

        long date() {
            int year = inRange(number(4, 5), 0, MAX_YEAR);
            require('-');
            int month = inRange(number(1, 2), 1, 12);
            require('-');
            int day = inRange(number(1, 2), 1, MONTH_DAYS[month - 1]);
            boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            if (month == 2 && !leap) {
                inRange(day, 1, 28);
            }
            return Times.date(year, month, day);
        }

        long time(int precision) {
            int hour = inRange(number(1, 2), 0, 23);
            require(':');
            int minute = inRange(number(1, 2), 0, 59);
            long micros = hour * Times.HOUR + minute * Times.MINUTE;
            if (accept(':')) {
                micros += inRange(number(1, 2), 0, 59) * Times.SECOND + fraction(precision);
            }
            return micros;
        }

        private long fraction(int precision) {
            long micros = 0;
            if (accept('.')) {
                int start = at;
                long unit = Times.SECOND;
                while (at < text.length() && isDigit(text.charAt(at))) {
                    unit /= 10;
                    int digit = text.charAt(at) - '0';
                    if (at - start < precision) {
                        micros += digit * unit;
                    }
                    at++;
                }
            }
            return micros;
        }

        long timestamp(int precision) {
            long day = date();
            if (atEnd()) {
                return Times.micros(day);
            }
            if (!accept(' ')) {
                require('T');
            }
            return Times.micros(day) + time(precision);
        }

        long offset() {
            accept(' ');
            if (accept('Z')) {
                return 0;
            }
            boolean negative = accept('-');
            if (!negative) {
                require('+');
            }
            long micros = inRange(number(2, 2), 0, 18) * Times.HOUR;
            if (accept(':') || !atEnd()) {
                micros += inRange(number(2, 2), 0, 59) * Times.MINUTE;
            }
            return negative ? -micros : micros;
        }
    }
}
