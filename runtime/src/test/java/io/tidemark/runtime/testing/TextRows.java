package io.tidemark.runtime.testing;

import io.tidemark.runtime.batch.ArrayBuilder;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.batch.ValueText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows as text: values apart by blanks, {@code .} for NULL, {@code ''} for an empty string, arrays as {@code [1,NULL]} (of whole numbers where
 * they are read), times of day for timestamps of 1970-01-01 ({@code
 * 12:00:00.5}; {@code -1m} and such count micros), then the weight with its sign if it isn't +1, then {@code @12:00} for a watermark tag.
 */
public final class TextRows {

    private static final Pattern TYPE = Pattern.compile("(\\w+)(?:\\((\\d+)(?:,(\\d+))?\\))?((?:\\[])*)(!?)");
    private static final long NANOS_PER_MICRO = 1_000;

    private TextRows() {}

    /** One row. */
    public record Row(List<String> values, int weight, long tag) {}

    /** A schema from text such as {@code "k VARCHAR, d DECIMAL(10,2)!, a INT[]"}; {@code !} is NOT NULL. */
    public static Schema schema(String text) {
        List<Field> fields = new ArrayList<>();
        for (String column : text.split(", ", -1)) {
            String[] parts = column.trim().split(" ", -1);
            Matcher matcher = TYPE.matcher(parts[1]);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(column);
            }
            int precision = matcher.group(2) == null ? -1 : Integer.parseInt(matcher.group(2));
            int scale = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
            boolean nullable = matcher.group(5).isEmpty();
            DataType type = new DataType(TypeKind.valueOf(matcher.group(1)), precision, scale, true);
            for (int depth = 0; depth < matcher.group(4).length(); depth += "[]".length()) {
                type = DataType.array(type);
            }
            fields.add(new Field(parts[0], type.withNullable(nullable)));
        }
        return new Schema(fields);
    }

    /** Reads one row of as many values as the schema has columns. */
    public static Row row(Schema schema, String line) {
        String[] words = line.trim().split(" +", -1);
        List<String> values = List.of(words).subList(0, schema.size());
        int weight = 1;
        long tag = Long.MIN_VALUE;
        for (int i = schema.size(); i < words.length; i++) {
            if (words[i].startsWith("@")) {
                tag = micros(words[i].substring(1));
            } else {
                weight = Integer.parseInt(words[i]);
            }
        }
        return new Row(values, weight, tag);
    }

    /** Micros of a time of day, or of {@code 5m} (a number of micros), or {@code end}. */
    public static long micros(String text) {
        if (text.equals("end")) {
            return Long.MAX_VALUE;
        }
        if (text.endsWith("m")) {
            return Long.parseLong(text.substring(0, text.length() - 1));
        }
        return LocalTime.parse(text).toNanoOfDay() / NANOS_PER_MICRO;
    }

    /** A batch of rows, with watermark tags if asked for, and without weights if all are +1. */
    public static Batch batch(Schema schema, List<Row> rows, boolean tagged) {
        BatchBuilder builder = new BatchBuilder(schema);
        int[] weights = new int[rows.size()];
        long[] tags = new long[rows.size()];
        boolean weighted = false;
        for (int i = 0; i < rows.size(); i++) {
            for (int column = 0; column < schema.size(); column++) {
                set(builder.column(column), rows.get(i).values().get(column));
            }
            builder.endRow();
            weights[i] = rows.get(i).weight();
            tags[i] = rows.get(i).tag();
            weighted |= weights[i] != 1;
        }
        Batch batch = builder.build();
        if (tagged) {
            batch = batch.withTags(new RowTags(tags, null, null));
        }
        return weighted ? batch.withWeights(weights) : batch;
    }

    private static void set(ColumnBuilder column, String text) {
        if (text.equals(".")) {
            return;
        }
        switch (column.type().kind()) {
            case VARCHAR, VARBINARY -> column.setString(text.equals("''") ? "" : text);
            case REAL, DOUBLE -> column.setDouble(Double.parseDouble(text));
            case ARRAY -> setArray(column, text);
            case BOOLEAN -> column.setLong(Boolean.parseBoolean(text) ? 1 : 0);
            case TIMESTAMP, TIMESTAMP_LTZ -> column.setLong(micros(text));
            case DECIMAL -> {
                BigInteger unscaled =
                        new BigDecimal(text).setScale(column.type().scale()).unscaledValue();
                if (column.type().physical() == PhysicalKind.INT128) {
                    column.setInt128(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue());
                } else {
                    column.setLong(unscaled.longValueExact());
                }
            }
            default -> column.setLong(Long.parseLong(text));
        }
    }

    private static void setArray(ColumnBuilder column, String text) {
        ArrayBuilder array = new ArrayBuilder(column.type().arrayElement());
        for (String element : text.substring(1, text.length() - 1).split(",", -1)) {
            if (!element.equals("NULL")) {
                array.element().setLong(Long.parseLong(element));
            }
            array.endElement();
        }
        array.writeTo(column);
    }

    /** The row at a position, without its weight. */
    public static String text(Batch batch, int position) {
        List<String> values = new ArrayList<>();
        for (Column column : batch.columns()) {
            values.add(column.isNull(position) ? "." : value(column, position));
        }
        return String.join(" ", values);
    }

    private static String value(Column column, int position) {
        if (column instanceof DoubleColumn doubles) {
            return Double.toString(doubles.values[position]);
        }
        if (column instanceof Int128Column wide) {
            return wide.decimal(position).toPlainString();
        }
        if (column.type().kind() == TypeKind.ARRAY) {
            return ValueText.SQL.of(column, position).replace(" ", "");
        }
        if (column instanceof BytesColumn bytes) {
            String text = bytes.string(position);
            return text.isEmpty() ? "''" : text;
        }
        long value = ((LongColumn) column).values[position];
        return switch (column.type().kind()) {
            case BOOLEAN -> Boolean.toString(value != 0);
            case DECIMAL -> BigDecimal.valueOf(value, column.type().scale()).toPlainString();
            case TIMESTAMP, TIMESTAMP_LTZ ->
                value < 0 || value >= 86_400_000_000L
                        ? value + "m"
                        : LocalTime.ofNanoOfDay(value * NANOS_PER_MICRO).toString();
            default -> Long.toString(value);
        };
    }
}
