package io.tidemark.connectors.value;

import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Reads dates and times, in the forms of SQL and of ISO 8601: {@code 2024-05-31}, {@code 23:59:01.5}, {@code 2024-05-31 23:59}, {@code
 * 2024-05-31T23:59:01.123456+02:00}. One for each column; single-threaded.
 *
 * <p><b>Units</b>: days for a DATE, else micros. Fraction digits beyond the column's precision are cut off, so that no time moves forward.
 * A date alone stands for its midnight. An offset is applied: into TIMESTAMP it gives the time in UTC. Without one, a TIMESTAMP_LTZ is read in
 * the zone given.
 *
 * <p><b>Errors</b>: ROW_ERROR_BAD_CAST where the form is wrong, ROW_ERROR_TIME_RANGE where there is no such day or time.
 */
public final class TimeText {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final int MAX_YEAR = 290_000;
    private static final int MICRO_DIGITS = 6;

    private final Field field;
    private final ZoneId zone;
    private final boolean utc;
    private final long unit;
    private char[] text = new char[0];
    private int start;
    private int at;
    private int end;

    /** Makes a reader for a column of type DATE, TIME, TIMESTAMP or TIMESTAMP_LTZ. */
    public TimeText(Field field, ZoneId zone) {
        this.field = field;
        this.zone = zone;
        this.utc = field.type().kind() != TypeKind.TIMESTAMP_LTZ
                || zone.normalized().equals(ZoneOffset.UTC);
        this.unit = unit(field.type().precision());
    }

    /** The micros of one unit in the last fraction digit of a precision; -1 stands for the greatest. */
    public static long unit(int precision) {
        long micros = 1;
        for (int digits = precision < 0 ? MICRO_DIGITS : precision; digits < MICRO_DIGITS; digits++) {
            micros *= 10;
        }
        return micros;
    }

    /** The value that the text stands for. */
    public long read(char[] source, int offset, int length) {
        text = source;
        start = offset;
        at = offset;
        end = offset + length;
        long value = switch (field.type().kind()) {
            case DATE -> date();
            case TIME -> time();
            default -> timestamp();
        };
        if (at != end) {
            throw badForm();
        }
        return value;
    }

    private long timestamp() {
        long day = date();
        long micros = 0;
        if (at < end) {
            char separator = text[at++];
            if (separator != ' ' && separator != 'T' && separator != 't') {
                throw badForm();
            }
            micros = time();
        }
        long local = day * SECONDS_PER_DAY * MICROS_PER_SECOND + micros;
        if (at < end) {
            return local - offsetSeconds() * MICROS_PER_SECOND;
        }
        return utc ? local : local - zoneOffsetSeconds(local) * MICROS_PER_SECOND;
    }

    private long zoneOffsetSeconds(long localMicros) {
        LocalDateTime local = LocalDateTime.ofEpochSecond(
                Math.floorDiv(localMicros, MICROS_PER_SECOND),
                (int) Math.floorMod(localMicros, MICROS_PER_SECOND) * 1000,
                ZoneOffset.UTC);
        return local.atZone(zone).getOffset().getTotalSeconds();
    }

    private long date() {
        boolean signed = at < end && (text[at] == '+' || text[at] == '-');
        boolean negative = signed && text[at] == '-';
        at += signed ? 1 : 0;
        int yearStart = at;
        int year = 0;
        while (at < end && at - yearStart < 6 && isDigit(text[at])) {
            year = year * 10 + (text[at++] - '0');
        }
        int digits = at - yearStart;
        if (digits < 4 || (digits > 4 && !signed)) {
            throw badForm();
        }
        expect('-');
        int month = twoDigits();
        expect('-');
        int day = twoDigits();
        int signedYear = negative ? -year : year;
        if (year > MAX_YEAR || month < 1 || month > 12 || day < 1 || day > daysIn(signedYear, month)) {
            throw noSuchTime();
        }
        return epochDay(signedYear, month, day);
    }

    private static int daysIn(int year, int month) {
        return switch (month) {
            case 2 ->
                Math.floorMod(year, 4) == 0 && (Math.floorMod(year, 100) != 0 || Math.floorMod(year, 400) == 0)
                        ? 29
                        : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /** Counts in years that begin in March, so that the leap day is the last of its year. */
    private static long epochDay(int year, int month, int day) {
        long marchYear = month > 2 ? year : year - 1L;
        int marchMonth = Math.floorMod(month - 3, 12);
        long dayOfYear = (153L * marchMonth + 2) / 5 + day - 1;
        return marchYear * 365
                + Math.floorDiv(marchYear, 4)
                - Math.floorDiv(marchYear, 100)
                + Math.floorDiv(marchYear, 400)
                + dayOfYear
                - 719_468;
    }

    private long time() {
        int hour = twoDigits();
        expect(':');
        int minute = twoDigits();
        int second = 0;
        long fraction = 0;
        if (at < end && text[at] == ':') {
            at++;
            second = twoDigits();
            if (at < end && (text[at] == '.' || text[at] == ',')) {
                at++;
                fraction = fraction();
            }
        }
        if (hour > 23 || minute > 59 || second > 59) {
            throw noSuchTime();
        }
        return (hour * 3600L + minute * 60L + second) * MICROS_PER_SECOND + fraction / unit * unit;
    }

    private long fraction() {
        int digits = 0;
        long micros = 0;
        for (; at < end && isDigit(text[at]); at++, digits++) {
            if (digits < MICRO_DIGITS) {
                micros = micros * 10 + (text[at] - '0');
            }
        }
        if (digits == 0) {
            throw badForm();
        }
        for (; digits < MICRO_DIGITS; digits++) {
            micros *= 10;
        }
        return micros;
    }

    private long offsetSeconds() {
        char sign = text[at++];
        if (sign == 'Z' || sign == 'z') {
            return 0;
        }
        if (sign != '+' && sign != '-') {
            throw badForm();
        }
        int hours = twoDigits();
        int minutes = 0;
        if (at < end) {
            at += text[at] == ':' ? 1 : 0;
            minutes = twoDigits();
        }
        if (hours > 18 || minutes > 59) {
            throw noSuchTime();
        }
        long seconds = hours * 3600L + minutes * 60L;
        return sign == '-' ? -seconds : seconds;
    }

    private int twoDigits() {
        if (at + 2 > end || !isDigit(text[at]) || !isDigit(text[at + 1])) {
            throw badForm();
        }
        int value = (text[at] - '0') * 10 + (text[at + 1] - '0');
        at += 2;
        return value;
    }

    private void expect(char c) {
        if (at >= end || text[at] != c) {
            throw badForm();
        }
        at++;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private CodedException badForm() {
        return RowErrors.badValue(field, shown());
    }

    private CodedException noSuchTime() {
        return RowErrors.noSuchTime(field, shown());
    }

    private String shown() {
        return new String(text, start, Math.min(end - start, 100));
    }
}
