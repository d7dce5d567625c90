package io.tidemark.jdbc.value;

import static java.time.ZoneOffset.UTC;

import io.tidemark.jdbc.error.InputFailures;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times from the numbers and texts in which they travel, and back.
 *
 * <p><b>Units</b>: a DATE is days since 1970-01-01, a TIME milliseconds of the day, a TIMESTAMP milliseconds that a wall clock
 * showing it would count from 1970-01-01 00:00. None carries a zone. The {@code java.sql} classes print in the client's zone,
 * so they are made from the fields of the wall clock, which is right in every zone and across its changes of offset.
 */
public final class Temporals {

    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final int MAX_DIGITS = 9;
    private static final List<DateTimeFormatter> TIMES =
            IntStream.rangeClosed(0, MAX_DIGITS).mapToObj(Temporals::format).collect(Collectors.toUnmodifiableList());

    private Temporals() {}

    /** A TIMESTAMP from its number. */
    static LocalDateTime wallClock(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), UTC);
    }

    /** A TIMESTAMP from its text, {@code 2024-03-10 03:30:15.123456}. */
    static LocalDateTime wallClock(String text) {
        return LocalDateTime.parse(text.trim().replace(' ', 'T'));
    }

    /** A TIME from its number. */
    static LocalTime timeOfDay(long millisOfDay) {
        return LocalTime.ofNanoOfDay(millisOfDay * NANOS_PER_MILLI);
    }

    /** A wall clock's time as a clock in a zone, by default the client's, shows it. */
    static Timestamp timestamp(LocalDateTime value, @Nullable TimeZone zone) {
        return zone == null ? Timestamp.valueOf(value) : Timestamp.from(instant(value, zone));
    }

    /** A date as a calendar in a zone, by default the client's, shows it. */
    static Date date(LocalDate value, @Nullable TimeZone zone) {
        return zone == null
                ? Date.valueOf(value)
                : new Date(instant(value.atStartOfDay(), zone).toEpochMilli());
    }

    /** A time as a clock in a zone, by default the client's, shows it; keeps the milliseconds, which {@code Time.valueOf} would drop. */
    static Time time(LocalTime value, @Nullable TimeZone zone) {
        LocalDateTime onFirstDay = LocalDate.EPOCH.atTime(value);
        return new Time(
                instant(onFirstDay, zone == null ? TimeZone.getDefault() : zone).toEpochMilli());
    }

    private static Instant instant(LocalDateTime wallClock, TimeZone zone) {
        return ZonedDateTime.of(wallClock, zone.toZoneId()).toInstant();
    }

    /** The number of a TIMESTAMP; 22008 if there is none. */
    public static long raw(LocalDateTime value) throws SQLException {
        try {
            return value.toInstant(UTC).toEpochMilli();
        } catch (ArithmeticException e) {
            throw InputFailures.outOfTimes(value, e);
        }
    }

    /** The number of a DATE; 22008 if there is none. */
    public static int raw(LocalDate value) throws SQLException {
        try {
            return Math.toIntExact(value.toEpochDay());
        } catch (ArithmeticException e) {
            throw InputFailures.outOfTimes(value, e);
        }
    }

    /** The number of a TIME. */
    public static int raw(LocalTime value) {
        return Math.toIntExact(value.toNanoOfDay() / NANOS_PER_MILLI);
    }

    /** What a clock in the client's zone shows. */
    public static LocalTime localTime(Time value) {
        return wallClock(Instant.ofEpochMilli(value.getTime()), TimeZone.getDefault())
                .toLocalTime();
    }

    /** What a clock in a zone shows. */
    public static LocalDateTime wallClock(Instant value, TimeZone zone) {
        return LocalDateTime.ofInstant(value, zone.toZoneId());
    }

    /** The text of a time with so many fractional digits, or more if it has more. */
    static String text(LocalTime value, int digits) {
        return TIMES.get(Math.max(0, Math.min(digits, MAX_DIGITS))).format(value);
    }

    /** The text of a TIMESTAMP with so many fractional digits, or more if it has more. */
    static String text(LocalDateTime value, int digits) {
        return value.toLocalDate() + " " + text(value.toLocalTime(), digits);
    }

    /** The format of a time with at least so many fractional digits. */
    private static DateTimeFormatter format(int digits) {
        return new DateTimeFormatterBuilder()
                .appendPattern("HH:mm:ss")
                .appendFraction(ChronoField.NANO_OF_SECOND, digits, MAX_DIGITS, true)
                .toFormatter(Locale.ROOT);
    }

    static boolean isInstantClass(Class<?> target) {
        return target == Instant.class || target == OffsetDateTime.class || target == ZonedDateTime.class;
    }

    /** The instant at which a zone's clocks show a time; the earlier of two. One of the classes of {@link #isInstantClass}. */
    static Object ofInstant(Class<?> target, LocalDateTime wallClock, ZoneId zone) {
        ZonedDateTime value = wallClock.atZone(zone);
        if (target == Instant.class) {
            return value.toInstant();
        }
        return target == OffsetDateTime.class ? value.toOffsetDateTime() : value;
    }
}
