package io.tidemark.runtime.translate;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/** Values of columns as the text of test tables: {@code .} is NULL. */
final class RowText {

    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    private RowText() {}

    /** Sets the current row's value. */
    static void write(String text, ColumnBuilder column) {
        DataType type = column.type();
        if (text.equals(".")) {
            column.setNull();
        } else if (type.physical() == PhysicalKind.FLOAT64) {
            column.setDouble(Double.parseDouble(text));
        } else if (type.physical() == PhysicalKind.INT128) {
            BigInteger value = new BigDecimal(text).setScale(type.scale()).unscaledValue();
            column.setInt128(value.shiftRight(64).longValue(), value.longValue());
        } else {
            switch (type.kind()) {
                case VARCHAR -> column.setString(text.equals("''") ? "" : text);
                case VARBINARY -> {
                    byte[] bytes = HexFormat.of().parseHex(text);
                    column.setBytes(bytes, 0, bytes.length);
                }
                default -> column.setLong(number(text, type));
            }
        }
    }

    private static long number(String text, DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.parseBoolean(text) ? 1 : 0;
            case DECIMAL ->
                new BigDecimal(text).setScale(type.scale()).unscaledValue().longValueExact();
            case DATE -> LocalDate.parse(text).toEpochDay();
            case TIME -> LocalTime.parse(text).toNanoOfDay() / 1000;
            case TIMESTAMP, TIMESTAMP_LTZ ->
                EPOCH.until(LocalDateTime.parse(text.replace(' ', 'T')), ChronoUnit.MICROS);
            default -> Long.parseLong(text);
        };
    }

    /** The text of a value. */
    static String read(Column column, int row) {
        if (column.isNull(row)) {
            return ".";
        }
        if (column instanceof DoubleColumn doubles) {
            return Double.toString(doubles.values[row]);
        } else if (column instanceof Int128Column wide) {
            return wide.decimal(row).toPlainString();
        } else if (column instanceof BytesColumn bytes) {
            String text = switch (column.type().kind()) {
                case VARCHAR -> bytes.string(row);
                default -> HexFormat.of().formatHex(bytes.bytes(row));
            };
            return text.isEmpty() ? "''" : text;
        }
        long value = ((LongColumn) column).values[row];
        return switch (column.type().kind()) {
            case BOOLEAN -> value == 1 ? "true" : value == 0 ? "false" : "boolean " + value;
            case DECIMAL -> BigDecimal.valueOf(value, column.type().scale()).toPlainString();
            case DATE -> LocalDate.ofEpochDay(value).toString();
            case TIME -> LocalTime.ofNanoOfDay(value * 1000).toString();
            case TIMESTAMP, TIMESTAMP_LTZ ->
                LocalDateTime.ofEpochSecond(
                                Math.floorDiv(value, 1_000_000L),
                                (int) Math.floorMod(value, 1_000_000L) * 1000,
                                ZoneOffset.UTC)
                        .toString()
                        .replace('T', ' ');
            default -> Long.toString(value);
        };
    }
}
