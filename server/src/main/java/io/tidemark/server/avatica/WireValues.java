package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.ArrayElements;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.batch.ValueText;
import io.tidemark.server.frame.OpenFrame;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * Values of batches as objects that Avatica serializes.
 *
 * <p><b>Units</b>: dates as days, times as millis of the day, timestamps as millis; a TIMESTAMP_LTZ as the wall clock of the session's zone.
 */
final class WireValues {

    private static final long MICROS_PER_MILLI = 1000;
    private static final int BYTES_PER_VALUE = 10;
    private static final int FRAME_BYTES = 1 << 20;

    private final ZoneId zone;
    private final ValueText text;

    WireValues(ZoneId zone) {
        this.zone = zone;
        this.text = ValueText.cast(zone);
    }

    /** A frame with rows as arrays of column values. It is full with about a megabyte. */
    OpenFrame open() {
        return new Rows();
    }

    private final class Rows implements OpenFrame {

        private final List<Object> rows = new ArrayList<>();
        private long bytes;

        @Override
        public int append(Batch batch, int from, int max) {
            int next = from;
            int most = rows.size() + max;
            while (next < batch.selectedCount() && rows.size() < most && !isFull()) {
                int position = batch.position(next++);
                Object[] row = new Object[batch.columns().size()];
                for (int i = 0; i < row.length; i++) {
                    Object value = value(batch.column(i), position);
                    row[i] = value;
                    bytes += BYTES_PER_VALUE + sizeBytes(value);
                }
                rows.add(row);
            }
            return next;
        }

        @Override
        public int count() {
            return rows.size();
        }

        @Override
        public boolean isFull() {
            return bytes >= FRAME_BYTES;
        }

        @Override
        public Meta.Frame close(long offset, boolean done) {
            return Meta.Frame.create(offset, done, rows);
        }
    }

    private static long sizeBytes(@Nullable Object value) {
        if (value instanceof String string) {
            return string.length();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        return value instanceof List<?> list
                ? list.stream()
                        .mapToLong(element -> BYTES_PER_VALUE + sizeBytes(element))
                        .sum()
                : 0;
    }

    private @Nullable Object value(Column column, int position) {
        if (column.isNull(position)) {
            return null;
        }
        if (WireTypes.isText(column.type())) {
            return text.of(column, position);
        }
        if (column instanceof LongColumn longs) {
            return number(column.type(), longs.values[position]);
        }
        if (column instanceof DoubleColumn doubles) {
            double value = doubles.values[position];
            return switch (column.type().kind()) {
                case REAL -> (Object) (float) value;
                default -> (Object) value;
            };
        }
        if (column instanceof Int128Column decimals) {
            return decimals.decimal(position);
        }
        BytesColumn bytes = (BytesColumn) column;
        return column.type().kind() == TypeKind.ARRAY ? list(ArrayElements.of(bytes, position)) : bytes.bytes(position);
    }

    private List<@Nullable Object> list(ArrayElements elements) {
        Column column = elements.column();
        boolean asText = WireTypes.isElementText(column.type());
        List<@Nullable Object> values = new ArrayList<>(elements.count());
        for (int i = 0; i < elements.count(); i++) {
            values.add(asText && !column.isNull(i) ? text.of(column, i) : value(column, i));
        }
        return values;
    }

    private Object number(DataType type, long value) {
        return switch (type.kind()) {
            case BOOLEAN -> value != 0;
            case TINYINT -> (byte) value;
            case SMALLINT -> (short) value;
            case INT, DATE -> (int) value;
            case DECIMAL -> BigDecimal.valueOf(value, type.scale());
            case TIME -> (int) (value / MICROS_PER_MILLI);
            case TIMESTAMP -> Math.floorDiv(value, MICROS_PER_MILLI);
            case TIMESTAMP_LTZ -> wallClockMillis(Math.floorDiv(value, MICROS_PER_MILLI));
            default -> value;
        };
    }

    private long wallClockMillis(long instantMillis) {
        int offsetSeconds =
                zone.getRules().getOffset(Instant.ofEpochMilli(instantMillis)).getTotalSeconds();
        return instantMillis + offsetSeconds * 1000L;
    }
}
