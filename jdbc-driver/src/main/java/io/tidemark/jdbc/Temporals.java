package io.tidemark.jdbc;

import static java.time.ZoneOffset.UTC;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times from the numbers in which they travel.
 *
 * <p><b>Units</b>: a DATE is days since 1970-01-01, a TIME milliseconds of the day, a TIMESTAMP milliseconds that a wall clock
 * showing it would count from 1970-01-01 00:00. None carries a zone. The {@code java.sql} classes print in the client's zone,
 * so they are made from the fields of the wall clock, which is right in every zone and across its changes of offset.
 */
final class Temporals {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private Temporals() {}

    static Timestamp timestamp(long millis) {
        return Timestamp.valueOf(wallClock(millis));
    }

    static Timestamp timestamp(long millis, TimeZone zone) {
        return Timestamp.from(instant(wallClock(millis), zone));
    }

    static Timestamp timestampOfDay(long days) {
        return Timestamp.valueOf(LocalDate.ofEpochDay(days).atStartOfDay());
    }

    static Date date(long days) {
        return Date.valueOf(LocalDate.ofEpochDay(days));
    }

    static Date date(long days, TimeZone zone) {
        return new Date(instant(LocalDate.ofEpochDay(days).atStartOfDay(), zone).toEpochMilli());
    }

    static Date dateOfTimestamp(long millis) {
        return Date.valueOf(wallClock(millis).toLocalDate());
    }

    /** Keeps the milliseconds, which {@code Time.valueOf} would drop. */
    static Time time(long millisOfDay) {
        return time(millisOfDay, TimeZone.getDefault());
    }

    static Time time(long millisOfDay, TimeZone zone) {
        return new Time(
                instant(LocalDate.EPOCH.atTime(timeOfDay(millisOfDay)), zone).toEpochMilli());
    }

    static Time timeOfTimestamp(long millis) {
        return time(wallClock(millis).toLocalTime().toNanoOfDay() / NANOS_PER_MILLI);
    }

    static long raw(Timestamp value) {
        return raw(value.toLocalDateTime());
    }

    static long raw(LocalDateTime value) {
        return value.toInstant(UTC).toEpochMilli();
    }

    static int raw(Date value) {
        return raw(value.toLocalDate());
    }

    static int raw(LocalDate value) {
        return Math.toIntExact(value.toEpochDay());
    }

    static int raw(Time value) {
        return raw(LocalDateTime.ofInstant(
                        Instant.ofEpochMilli(value.getTime()),
                        TimeZone.getDefault().toZoneId())
                .toLocalTime());
    }

    static int raw(LocalTime value) {
        return Math.toIntExact(value.toNanoOfDay() / NANOS_PER_MILLI);
    }

    /** A DATE or TIME as a class of {@code java.time} without a zone, or null if that is not what is asked for. */
    static @Nullable Object ofJavaTime(Class<?> target, int sqlType, int column, RemoteResultSet row)
            throws SQLException {
        if (sqlType == Types.DATE) {
            LocalDate value = LocalDate.ofEpochDay(row.raw(column));
            if (target == LocalDate.class) {
                return value;
            }
            return target == LocalDateTime.class ? value.atStartOfDay() : null;
        }
        return sqlType == Types.TIME && target == LocalTime.class ? timeOfDay(row.raw(column)) : null;
    }

    /** A TIMESTAMP as a class of {@code java.time} without a zone, or null if that is not what is asked for. */
    static @Nullable Object ofWallClock(Class<?> target, LocalDateTime value) {
        if (target == LocalDateTime.class) {
            return value;
        }
        if (target == LocalDate.class) {
            return value.toLocalDate();
        }
        return target == LocalTime.class ? value.toLocalTime() : null;
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

    /** A DATE, TIME or TIMESTAMP from its text. */
    static Object ofText(int sqlType, String text) {
        if (sqlType == Types.DATE) {
            return Date.valueOf(LocalDate.parse(text));
        }
        if (sqlType == Types.TIME) {
            return time(LocalTime.parse(text).toNanoOfDay() / NANOS_PER_MILLI);
        }
        return Timestamp.valueOf(wallClock(text));
    }

    /** A TIMESTAMP from its text, {@code 2024-03-10 03:30:15.123456}. */
    static LocalDateTime wallClock(String text) {
        return LocalDateTime.parse(text.replace(' ', 'T'));
    }

    static LocalDateTime wallClock(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), UTC);
    }

    private static LocalTime timeOfDay(long millisOfDay) {
        return LocalTime.ofNanoOfDay(millisOfDay * NANOS_PER_MILLI);
    }

    private static Instant instant(LocalDateTime wallClock, TimeZone zone) {
        return ZonedDateTime.of(wallClock, zone.toZoneId()).toInstant();
    }
}
