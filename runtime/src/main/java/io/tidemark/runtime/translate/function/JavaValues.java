package io.tidemark.runtime.translate.function;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * Dates and times as the functions of users have them: as values of {@code java.time}. What is finer than a microsecond is cut off.
 *
 * <p><b>Errors</b>: ROW_ERROR_TIME_RANGE for what is before the year 1 or after the year 9999.
 */
public final class JavaValues {

    private static final long NANOS_PER_MICRO = 1000;
    private static final int MAX_YEAR = 9999;
    private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

    private JavaValues() {}

    /** A date of days since 1970. */
    public static Object date(long days) {
        return LocalDate.ofEpochDay(days);
    }

    /** A time of micros since midnight. */
    public static Object time(long micros) {
        return LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO);
    }

    /** A timestamp of micros since 1970 on its own axis. */
    public static Object timestamp(long micros) {
        return LocalDateTime.ofEpochSecond(Math.floorDiv(micros, Times.SECOND), nanos(micros), ZoneOffset.UTC);
    }

    /** An instant of micros since 1970. */
    public static Object instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, Times.SECOND), nanos(micros));
    }

    private static int nanos(long micros) {
        return (int) (Math.floorMod(micros, Times.SECOND) * NANOS_PER_MICRO);
    }

    /** The days since 1970 of a LocalDate. */
    public static long toDays(Object value) {
        LocalDate date = (LocalDate) value;
        requireYear(date.getYear(), value, "DATE");
        return date.toEpochDay();
    }

    /** The micros since midnight of a LocalTime. */
    public static long toTimeMicros(Object value) {
        return ((LocalTime) value).toNanoOfDay() / NANOS_PER_MICRO;
    }

    /** The micros since 1970 of a LocalDateTime or an Instant. */
    public static long toMicros(Object value) {
        LocalDateTime time;
        try {
            time = value instanceof Instant instant
                    ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
                    : (LocalDateTime) value;
        } catch (DateTimeException e) {
            throw RowFailures.timeRange(value.toString(), "TIMESTAMP");
        }
        requireYear(time.getYear(), value, "TIMESTAMP");
        return ChronoUnit.MICROS.between(EPOCH, time.truncatedTo(ChronoUnit.MICROS));
    }

    private static void requireYear(int year, Object value, String type) {
        if (year < 1 || year > MAX_YEAR) {
            throw RowFailures.timeRange(value.toString(), type);
        }
    }
}
