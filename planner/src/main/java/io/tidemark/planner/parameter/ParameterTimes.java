package io.tidemark.planner.parameter;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/**
 * Parameters that are dates or times: objects of {@code java.time} and {@code java.sql}, and SQL or ISO text.
 *
 * <p>A TIMESTAMP carries no zone: an instant becomes its wall clock in UTC. A TIMESTAMP_LTZ is an instant: a wall clock is one in the session's
 * zone, which the engine knows. What is finer than a microsecond is cut off.
 */
final class ParameterTimes {

    private static final int MICRO_DIGITS = 6;
    private static final int MIN_YEAR = 1;
    private static final int MAX_YEAR = 9999;

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("H:mm[:ss]")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(DATE)
            .optionalStart()
            .appendPattern("['T'][' ']")
            .append(TIME)
            .appendPattern("[XXX][X]")
            .optionalEnd()
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private ParameterTimes() {}

    /** A wall clock, or an instant as UTC shows it. */
    private record Point(LocalDateTime time, boolean isInstant) {}

    static RexNode timestamp(ParameterValue parameter, RexBuilder builder) {
        Point point = point(parameter);
        LocalDateTime time = point.time().truncatedTo(ChronoUnit.MICROS);
        checkYear(parameter, time.getYear());
        TimestampString text = new TimestampString(
                        time.getYear(),
                        time.getMonthValue(),
                        time.getDayOfMonth(),
                        time.getHour(),
                        time.getMinute(),
                        time.getSecond())
                .withNanos(time.getNano());
        int precision = precision(parameter, time.getNano());
        if (parameter.type().getSqlTypeName() == SqlTypeName.TIMESTAMP) {
            return builder.makeTimestampLiteral(text, precision);
        }
        if (point.isInstant()) {
            return builder.makeTimestampWithLocalTimeZoneLiteral(text, precision);
        }
        RelDataType zoned =
                builder.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, precision);
        return builder.makeAbstractCast(zoned, builder.makeTimestampLiteral(text, precision), false);
    }

    /** The literal's digits behind the second: the type's, but all that there are where the value is compared. */
    private static int precision(ParameterValue parameter, int nanos) {
        int declared = parameter.type().getPrecision();
        boolean fits = nanos % (int) Math.pow(10, 9 - declared) == 0;
        if (fits || parameter.use() == ParameterUse.ASSIGNED) {
            return declared;
        }
        if (parameter.use() == ParameterUse.OPERAND) {
            throw parameter.inexact();
        }
        return MICRO_DIGITS;
    }

    static RexNode date(ParameterValue parameter, RexBuilder builder) {
        LocalDateTime time = point(parameter).time();
        if (parameter.use() != ParameterUse.ASSIGNED && !time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
            throw parameter.inexact();
        }
        checkYear(parameter, time.getYear());
        return builder.makeDateLiteral(new DateString(time.getYear(), time.getMonthValue(), time.getDayOfMonth()));
    }

    static RexNode time(ParameterValue parameter, RexBuilder builder) {
        LocalTime time = timeOfDay(parameter).truncatedTo(ChronoUnit.MICROS);
        return builder.makeTimeLiteral(
                new TimeString(time.getHour(), time.getMinute(), time.getSecond()).withNanos(time.getNano()),
                precision(parameter, time.getNano()));
    }

    private static void checkYear(ParameterValue parameter, int year) {
        if (year < MIN_YEAR || year > MAX_YEAR) {
            throw parameter.timeOutOfRange();
        }
    }

    private static LocalTime timeOfDay(ParameterValue parameter) {
        Object value = parameter.value();
        if (value instanceof LocalTime time) {
            return time;
        }
        if (value instanceof java.sql.Time time) {
            return time.toLocalTime();
        }
        if (value instanceof CharSequence text) {
            try {
                return LocalTime.parse(text.toString().trim(), TIME);
            } catch (DateTimeException e) {
                throw parameter.unfit().cause(e);
            }
        }
        if (parameter.use() != ParameterUse.ASSIGNED || value instanceof LocalDate || value instanceof java.sql.Date) {
            throw parameter.unfit();
        }
        return point(parameter).time().toLocalTime();
    }

    private static Point point(ParameterValue parameter) {
        Object value = parameter.value();
        if (value instanceof CharSequence text) {
            try {
                return parsed(TIMESTAMP.parse(text.toString().trim()));
            } catch (DateTimeException e) {
                throw parameter.unfit().cause(e);
            }
        }
        return wallClock(value)
                .map(time -> new Point(time, false))
                .or(() -> instant(value).map(time -> new Point(LocalDateTime.ofInstant(time, ZoneOffset.UTC), true)))
                .orElseThrow(parameter::unfit);
    }

    private static Point parsed(TemporalAccessor text) {
        LocalTime given = text.query(TemporalQueries.localTime());
        LocalTime time = given == null ? LocalTime.MIDNIGHT : given;
        LocalDateTime wallClock = LocalDateTime.of(LocalDate.from(text), time);
        ZoneOffset offset = text.query(TemporalQueries.offset());
        return offset == null
                ? new Point(wallClock, false)
                : new Point(
                        wallClock
                                .atOffset(offset)
                                .withOffsetSameInstant(ZoneOffset.UTC)
                                .toLocalDateTime(),
                        true);
    }

    private static Optional<LocalDateTime> wallClock(Object value) {
        if (value instanceof LocalDateTime time) {
            return Optional.of(time);
        }
        if (value instanceof java.sql.Timestamp time) {
            return Optional.of(time.toLocalDateTime());
        }
        if (value instanceof LocalDate date) {
            return Optional.of(date.atStartOfDay());
        }
        return value instanceof java.sql.Date date
                ? Optional.of(date.toLocalDate().atStartOfDay())
                : Optional.empty();
    }

    private static Optional<Instant> instant(Object value) {
        if (value instanceof Instant time) {
            return Optional.of(time);
        }
        if (value instanceof OffsetDateTime time) {
            return Optional.of(time.toInstant());
        }
        return value instanceof ZonedDateTime time ? Optional.of(time.toInstant()) : Optional.empty();
    }
}
