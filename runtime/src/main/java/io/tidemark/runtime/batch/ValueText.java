package io.tidemark.runtime.batch;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HexFormat;

/**
 * Values as the text that SQL's CAST to VARCHAR gives: {@code 2018-01-31 10:00:00.250}, {@code 12.50}, {@code true}.
 *
 * <p>A TIME or TIMESTAMP has as many fractional digits as its precision says.
 */
public final class ValueText {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int MICROS_DIGITS = 6;
    private static final int MONTHS_PER_YEAR = 12;

    private ValueText() {}

    /** The text of the value at a position that is not NULL; {@code zone} is for TIMESTAMP_LTZ. */
    public static String of(Column column, int position, ZoneId zone) {
        if (column instanceof BytesColumn bytes) {
            return column.type().kind() == TypeKind.VARCHAR
                    ? bytes.string(position)
                    : HexFormat.of().formatHex(bytes.bytes(position));
        }
        if (column instanceof DoubleColumn doubles) {
            double value = doubles.values[position];
            return column.type().kind() == TypeKind.REAL ? Float.toString((float) value) : Double.toString(value);
        }
        if (column instanceof Int128Column decimals) {
            return decimals.decimal(position).toPlainString();
        }
        return of(column.type(), ((LongColumn) column).values[position], zone);
    }

    /** The text of an INT64 value of the type. */
    public static String of(DataType type, long value, ZoneId zone) {
        return switch (type.kind()) {
            case BOOLEAN -> value == 0 ? "false" : "true";
            case DECIMAL -> BigDecimal.valueOf(value, type.scale()).toPlainString();
            case DATE -> LocalDate.ofEpochDay(value).toString();
            case TIME -> time(value, type.precision());
            case TIMESTAMP -> timestamp(value, type.precision());
            case TIMESTAMP_LTZ -> timestamp(value + offsetMicros(value, zone), type.precision());
            case INTERVAL_MONTHS ->
                sign(value) + Math.abs(value) / MONTHS_PER_YEAR + "-" + Math.abs(value) % MONTHS_PER_YEAR;
            case INTERVAL_MICROS -> interval(value);
            default -> Long.toString(value);
        };
    }

    private static long offsetMicros(long micros, ZoneId zone) {
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(micros, MICROS_PER_SECOND));
        return zone.getRules().getOffset(instant).getTotalSeconds() * MICROS_PER_SECOND;
    }

    private static String timestamp(long micros, int precision) {
        long microsPerDay = 86_400 * MICROS_PER_SECOND;
        return LocalDate.ofEpochDay(Math.floorDiv(micros, microsPerDay))
                + " "
                + time(Math.floorMod(micros, microsPerDay), precision);
    }

    private static String time(long micros, int precision) {
        LocalTime time = LocalTime.ofSecondOfDay(micros / MICROS_PER_SECOND);
        StringBuilder text = new StringBuilder(15);
        appendTwoDigits(text, time.getHour());
        text.append(':');
        appendTwoDigits(text, time.getMinute());
        text.append(':');
        appendTwoDigits(text, time.getSecond());
        if (precision > 0) {
            text.append('.').append(fraction(micros % MICROS_PER_SECOND), 0, Math.min(precision, MICROS_DIGITS));
        }
        return text.toString();
    }

    private static String fraction(long micros) {
        String digits = Long.toString(MICROS_PER_SECOND + micros);
        return digits.substring(1);
    }

    private static void appendTwoDigits(StringBuilder text, int value) {
        text.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }

    private static String interval(long value) {
        long micros = Math.abs(value);
        long seconds = micros / MICROS_PER_SECOND;
        return sign(value) + seconds / 86_400 + " " + time(micros % (86_400 * MICROS_PER_SECOND), MICROS_DIGITS);
    }

    private static String sign(long value) {
        return value < 0 ? "-" : "";
    }
}
