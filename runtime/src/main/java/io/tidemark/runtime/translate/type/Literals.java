package io.tidemark.runtime.translate.type;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's literals as the engine's values: day-time intervals from millis to micros, timestamps to micros without loss.
 *
 * <p><b>Errors</b>: {@code ROW-02} for a number that does not fit the type asked for, when the plan is translated.
 */
public final class Literals {

    private static final long MICROS_PER_MILLI = 1000;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;

    private Literals() {}

    /**
     * The value of a literal in the physical form of a type: a Boolean for BOOLEAN, else a Long for INT64, a Double for FLOAT64, a BigInteger
     * for INT128, a byte[] for BYTES; null for NULL.
     */
    public static @Nullable Object value(RexLiteral literal, DataType type) {
        if (literal.isNull()) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> RexLiteral.booleanValue(literal);
            case TINYINT, SMALLINT, INT, BIGINT -> exactLong(number(literal), type);
            case REAL -> (double) number(literal).floatValue();
            case DOUBLE -> number(literal).doubleValue();
            case DECIMAL -> decimal(number(literal), type);
            case VARCHAR -> text(literal).getBytes(StandardCharsets.UTF_8);
            case VARBINARY -> required(literal, ByteString.class).getBytes();
            case DATE ->
                LocalDate.parse(required(literal, DateString.class).toString()).toEpochDay();
            case TIME -> micros(required(literal, TimeString.class));
            case TIMESTAMP, TIMESTAMP_LTZ -> micros(required(literal, TimestampString.class));
            case INTERVAL_MONTHS -> exactLong(number(literal), type);
            case INTERVAL_MICROS -> exactLong(number(literal).multiply(BigDecimal.valueOf(MICROS_PER_MILLI)), type);
            case ARRAY -> throw CodedException.internal("literal " + literal + " is an array");
        };
    }

    /** Whether a literal is a value of the type, so that {@link #value} neither fails nor rounds. NULL is no value. */
    public static boolean isExact(RexLiteral literal, DataType type) {
        if (literal.isNull()) {
            return false;
        }
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT ->
                number(literal).stripTrailingZeros().scale() <= 0
                        && isInRange(number(literal).toBigInteger(), type);
            case DECIMAL -> {
                BigDecimal number = number(literal).stripTrailingZeros();
                yield number.scale() <= type.scale()
                        && number.precision() - number.scale() <= type.precision() - type.scale();
            }
            default -> true;
        };
    }

    /** Writes a literal as the current row's value. */
    public static void write(RexLiteral literal, ColumnBuilder column) {
        Object value = value(literal, column.type());
        if (value == null) {
            column.setNull();
        } else if (value instanceof Boolean truth) {
            column.setLong(truth ? 1 : 0);
        } else if (value instanceof Long number) {
            column.setLong(number);
        } else if (value instanceof Double number) {
            column.setDouble(number);
        } else if (value instanceof BigInteger number) {
            column.setInt128(number.shiftRight(Long.SIZE).longValue(), number.longValue());
        } else if (value instanceof byte[] bytes) {
            column.setBytes(bytes, 0, bytes.length);
        }
    }

    /** A column of {@link Batch#MAX_ROWS} rows that all hold the literal; the bytes of text are there once. */
    public static Column column(RexLiteral literal, DataType type) {
        BatchBuilder builder = new BatchBuilder(Schema.of(new Field("literal", type)));
        ColumnBuilder column = builder.column(0);
        byte[] bytes = value(literal, type) instanceof byte[] text ? text : null;
        long reference = bytes == null ? 0 : column.pool().append(bytes, 0, bytes.length);
        for (int row = 0; row < Batch.MAX_ROWS; row++) {
            if (bytes == null) {
                write(literal, column);
            } else {
                column.setReference(reference);
            }
            builder.endRow();
        }
        return builder.build().column(0);
    }

    private static BigDecimal number(RexLiteral literal) {
        Object value = literal.getValue();
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof Double number) {
            return new BigDecimal(number);
        }
        throw CodedException.internal("literal " + literal + " is not a number");
    }

    private static <T> T required(RexLiteral literal, Class<T> form) {
        T value = literal.getValueAs(form);
        if (value == null) {
            throw CodedException.internal("literal " + literal + " is not a " + form.getSimpleName());
        }
        return value;
    }

    private static String text(RexLiteral literal) {
        return required(literal, String.class);
    }

    private static long exactLong(BigDecimal value, DataType type) {
        BigInteger whole = value.setScale(0, RoundingMode.DOWN).toBigInteger();
        if (!isInRange(whole, type)) {
            throw outOfRange(value, type);
        }
        return whole.longValue();
    }

    private static boolean isInRange(BigInteger whole, DataType type) {
        long least = switch (type.kind()) {
            case TINYINT -> Byte.MIN_VALUE;
            case SMALLINT -> Short.MIN_VALUE;
            case INT -> Integer.MIN_VALUE;
            default -> Long.MIN_VALUE;
        };
        return whole.compareTo(BigInteger.valueOf(least)) >= 0 && whole.compareTo(BigInteger.valueOf(~least)) <= 0;
    }

    private static Object decimal(BigDecimal value, DataType type) {
        BigDecimal rescaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
        if (rescaled.signum() != 0 && rescaled.precision() > type.precision()) {
            throw outOfRange(value, type);
        }
        BigInteger unscaled = rescaled.unscaledValue();
        return type.precision() <= DataType.MAX_LONG_PRECISION ? (Object) unscaled.longValue() : unscaled;
    }

    private static CodedException outOfRange(BigDecimal value, DataType type) {
        return CodedException.of(ErrorCode.ROW_ERROR_OVERFLOW, value.toPlainString() + " is out of range of " + type);
    }

    /** Micros since midnight of a time written as {@code HH:mm:ss} and up to nine more digits. */
    private static long micros(TimeString time) {
        return micros(time.toString());
    }

    private static long micros(TimestampString timestamp) {
        String text = timestamp.toString();
        int blank = text.indexOf(' ');
        long day = LocalDate.parse(text.substring(0, blank)).toEpochDay();
        return day * SECONDS_PER_DAY * MICROS_PER_SECOND + micros(text.substring(blank + 1));
    }

    private static long micros(String time) {
        int hours = Integer.parseInt(time.substring(0, 2));
        int minutes = Integer.parseInt(time.substring(3, 5));
        int seconds = Integer.parseInt(time.substring(6, 8));
        long micros = (hours * 3600L + minutes * 60L + seconds) * MICROS_PER_SECOND;
        if (time.length() > 9) {
            String fraction = (time.substring(9) + "000000").substring(0, 6);
            micros += Long.parseLong(fraction);
        }
        return micros;
    }
}
