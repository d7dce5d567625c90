package io.tidemark.connectors.value;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Period;
import java.util.Base64;

/**
 * Writes values as the text that {@link TextValueReader} reads: times with as many fraction digits as they need, TIMESTAMP_LTZ in UTC with a
 * {@code Z}, VARBINARY as Base64, intervals as ISO 8601 durations.
 *
 * @param separator what stands between a timestamp's date and time: a blank (SQL) or {@code T} (ISO 8601)
 */
public record ValueText(char separator) {

    /** Times as SQL writes them. */
    public static final ValueText SQL = new ValueText(' ');

    /** Times as ISO 8601 writes them. */
    public static final ValueText ISO = new ValueText('T');

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    /** The value of a row that is not NULL. */
    public String of(Column column, int row) {
        if (column instanceof LongColumn longs) {
            return ofLong(longs, longs.values[row]);
        }
        if (column instanceof DoubleColumn doubles) {
            double value = doubles.values[row];
            return column.type().kind() == TypeKind.REAL ? Float.toString((float) value) : Double.toString(value);
        }
        if (column instanceof Int128Column decimals) {
            return decimals.decimal(row).toPlainString();
        }
        BytesColumn bytes = (BytesColumn) column;
        return column.type().kind() == TypeKind.VARBINARY
                ? Base64.getEncoder().encodeToString(bytes.bytes(row))
                : bytes.string(row);
    }

    private String ofLong(LongColumn column, long value) {
        return switch (column.type().kind()) {
            case BOOLEAN -> value != 0 ? "true" : "false";
            case DECIMAL -> BigDecimal.valueOf(value, column.type().scale()).toPlainString();
            case DATE -> LocalDate.ofEpochDay(value).toString();
            case TIME -> time(value);
            case TIMESTAMP -> timestamp(value);
            case TIMESTAMP_LTZ -> timestamp(value) + "Z";
            case INTERVAL_MONTHS ->
                Period.ofMonths(Math.toIntExact(value)).normalized().toString();
            case INTERVAL_MICROS ->
                Duration.ofSeconds(Math.floorDiv(value, 1_000_000L), Math.floorMod(value, 1_000_000L) * 1000)
                        .toString();
            default -> Long.toString(value);
        };
    }

    private String timestamp(long micros) {
        return LocalDate.ofEpochDay(Math.floorDiv(micros, MICROS_PER_DAY)).toString()
                + separator
                + time(Math.floorMod(micros, MICROS_PER_DAY));
    }

    private static String time(long microsOfDay) {
        LocalTime time = LocalTime.ofNanoOfDay(microsOfDay * 1000);
        StringBuilder text = new StringBuilder(15);
        appendTwo(text, time.getHour()).append(':');
        appendTwo(text, time.getMinute()).append(':');
        appendTwo(text, time.getSecond());
        int micros = time.getNano() / 1000;
        if (micros != 0) {
            String digits = Integer.toString(1_000_000 + micros).substring(1);
            int length = digits.length();
            while (digits.charAt(length - 1) == '0') {
                length--;
            }
            text.append('.').append(digits, 0, length);
        }
        return text.toString();
    }

    private static StringBuilder appendTwo(StringBuilder text, int value) {
        return text.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }
}
