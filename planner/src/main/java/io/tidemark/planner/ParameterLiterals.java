package io.tidemark.planner;

import io.tidemark.planner.type.TypeNames;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Values of parameters as literals: of the parameter's type where the value fits it, else of its own type, with a cast for the engine. */
final class ParameterLiterals {
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private ParameterLiterals() {}

    static RexNode literal(int number, @Nullable Object value, RelDataType type, RexBuilder builder) {
        if (value == null) {
            return builder.makeNullLiteral(type);
        }
        RexNode literal = switch (type.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(value, type, builder);
            case DATE ->
                date(value).map(d -> (RexNode) builder.makeDateLiteral(d)).orElse(null);
            case TIME ->
                time(value)
                        .map(t -> (RexNode) builder.makeTimeLiteral(t, type.getPrecision()))
                        .orElse(null);
            case CHAR, VARCHAR ->
                value instanceof Number || value instanceof Boolean ? text(value.toString(), builder) : null;
            default -> null;
        };
        RexNode plain = literal == null ? plain(number, value, type, builder) : literal;
        return builder.makeCast(notNull(type, builder), plain, true, false);
    }

    private static RelDataType notNull(RelDataType type, RexBuilder builder) {
        return builder.getTypeFactory().createTypeWithNullability(type, false);
    }

    private static RexNode plain(int number, Object value, RelDataType type, RexBuilder builder) {
        if (value instanceof Boolean truth) {
            return builder.makeLiteral(truth);
        }
        if (value instanceof Number amount) {
            return number(number, amount, builder);
        }
        if (value instanceof byte[] bytes) {
            return builder.makeBinaryLiteral(new ByteString(bytes));
        }
        if (value instanceof ByteString bytes) {
            return builder.makeBinaryLiteral(bytes);
        }
        if (value instanceof CharSequence || value instanceof Character) {
            return text(value.toString(), builder);
        }
        throw CodedException.typeMismatch(
                "the value of parameter " + number, value.getClass().getSimpleName(), TypeNames.of(type));
    }

    private static RexNode text(String text, RexBuilder builder) {
        return builder.makeLiteral(
                text, builder.getTypeFactory().createSqlType(SqlTypeName.VARCHAR, Math.max(1, text.length())), false);
    }

    private static RexNode number(int number, Number amount, RexBuilder builder) {
        if (amount instanceof Double || amount instanceof Float) {
            double approximate = amount.doubleValue();
            if (!Double.isFinite(approximate)) {
                throw CodedException.typeMismatch(
                        "the value of parameter " + number, amount.toString(), "a finite number");
            }
            return builder.makeApproxLiteral(
                    BigDecimal.valueOf(approximate), builder.getTypeFactory().createSqlType(SqlTypeName.DOUBLE));
        }
        return builder.makeExactLiteral(exact(amount));
    }

    private static BigDecimal exact(Number amount) {
        if (amount instanceof BigDecimal decimal) {
            return decimal.scale() < 0 ? decimal.setScale(0) : decimal;
        }
        return amount instanceof BigInteger integer ? new BigDecimal(integer) : BigDecimal.valueOf(amount.longValue());
    }

    private static @Nullable RexNode timestamp(Object value, RelDataType type, RexBuilder builder) {
        TimestampString text =
                local(value).map(ParameterLiterals::timestampString).orElse(null);
        if (text == null) {
            return null;
        }
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
                ? builder.makeTimestampLiteral(text, type.getPrecision())
                : builder.makeTimestampWithLocalTimeZoneLiteral(text, type.getPrecision());
    }

    private static TimestampString timestampString(LocalDateTime time) {
        return new TimestampString(
                        time.getYear(),
                        time.getMonthValue(),
                        time.getDayOfMonth(),
                        time.getHour(),
                        time.getMinute(),
                        time.getSecond())
                .withNanos(time.getNano());
    }

    /** A point in time on the axis of UTC. */
    private static Optional<LocalDateTime> local(Object value) {
        if (value instanceof LocalDateTime time) {
            return Optional.of(time);
        }
        if (value instanceof java.sql.Timestamp time) {
            return Optional.of(time.toLocalDateTime());
        }
        if (value instanceof OffsetDateTime time) {
            return Optional.of(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
        }
        if (value instanceof ZonedDateTime time) {
            return Optional.of(time.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime());
        }
        if (value instanceof Instant time) {
            return Optional.of(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
        }
        if (value instanceof Number millis) {
            long count = millis.longValue();
            return Optional.of(LocalDateTime.ofEpochSecond(
                    Math.floorDiv(count, MILLIS_PER_SECOND),
                    (int) Math.floorMod(count, MILLIS_PER_SECOND) * NANOS_PER_MILLI,
                    ZoneOffset.UTC));
        }
        return Optional.empty();
    }

    private static Optional<DateString> date(Object value) {
        LocalDate date = null;
        if (value instanceof LocalDate local) {
            date = local;
        } else if (value instanceof java.sql.Date sql) {
            date = sql.toLocalDate();
        } else if (value instanceof Number days) {
            date = LocalDate.ofEpochDay(days.longValue());
        }
        return Optional.ofNullable(date).map(d -> new DateString(d.getYear(), d.getMonthValue(), d.getDayOfMonth()));
    }

    private static Optional<TimeString> time(Object value) {
        LocalTime time = null;
        if (value instanceof LocalTime local) {
            time = local;
        } else if (value instanceof java.sql.Time sql) {
            time = sql.toLocalTime();
        } else if (value instanceof Number millis) {
            time = LocalTime.ofNanoOfDay(millis.longValue() * NANOS_PER_MILLI);
        }
        return Optional.ofNullable(time)
                .map(t -> new TimeString(t.getHour(), t.getMinute(), t.getSecond()).withNanos(t.getNano()));
    }
}
