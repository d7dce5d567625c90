package io.tidemark.server.frame;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.batch.ValueText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;

/**
 * Appends the values of columns to a buffer, as {@link ColumnFrames} lays them out. Used by one thread at a time.
 *
 * <p><b>Cost</b>: three passes over numbers; one copy of texts and bytes.
 */
final class ColumnWriter {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long LEAST_OF_FOUR_BYTES = 1L << Integer.SIZE;

    private final ZoneId zone;
    private final ValueText text;
    private long[] numbers = new long[0];

    ColumnWriter(ZoneId zone) {
        this.zone = zone;
        this.text = ValueText.cast(zone);
    }

    /** Appends the values at so many positions. */
    void write(Column column, int[] positions, int count, FrameBuffer out) {
        if (numbers.length < count) {
            numbers = new long[count];
        }
        Encoding encoding = Encoding.of(column.type());
        boolean nulls = hasNulls(column, positions, count);
        out.putByte(encoding.code() | (nulls ? Encoding.WITH_NULLS : 0));
        if (nulls) {
            for (int i = 0; i < count; i++) {
                numbers[i] = column.isNull(positions[i]) ? 1 : 0;
            }
            out.putBits(numbers, count);
        }
        switch (encoding) {
            case BOOLEAN -> {
                gather((LongColumn) column, positions, count);
                out.putBits(numbers, count);
            }
            case WHOLE, DECIMAL, TIMESTAMP, TIME -> {
                if (encoding == Encoding.DECIMAL) {
                    out.putByte(column.type().scale());
                }
                gather((LongColumn) column, positions, count);
                if (nulls) {
                    replaceNulls(column, positions, count);
                }
                writeNumbers(count, out);
            }
            case FLOAT, DOUBLE -> writeReals((DoubleColumn) column, positions, count, out);
            case BIG_DECIMAL -> writeDecimals((Int128Column) column, positions, count, out);
            case TEXT, BYTES -> {
                if (column instanceof BytesColumn bytes) {
                    writeBytes(bytes, positions, count, out);
                } else {
                    writeTexts((LongColumn) column, positions, count, out);
                }
            }
        }
    }

    private static boolean hasNulls(Column column, int[] positions, int count) {
        if (column.validity == null) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (column.isNull(positions[i])) {
                return true;
            }
        }
        return false;
    }

    private void gather(LongColumn column, int[] positions, int count) {
        long[] values = column.values;
        for (int i = 0; i < count; i++) {
            numbers[i] = values[positions[i]];
        }
        if (column.type().kind() == TypeKind.TIMESTAMP_LTZ) {
            for (int i = 0; i < count; i++) {
                numbers[i] += offsetMicros(numbers[i]);
            }
        }
    }

    private long offsetMicros(long micros) {
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(micros, MICROS_PER_SECOND));
        return zone.getRules().getOffset(instant).getTotalSeconds() * MICROS_PER_SECOND;
    }

    /** Where there is no value, a neighbour's keeps the range of the numbers small. */
    private void replaceNulls(Column column, int[] positions, int count) {
        int first = 0;
        while (first < count - 1 && column.isNull(positions[first])) {
            first++;
        }
        long neighbour = numbers[first];
        for (int i = 0; i < count; i++) {
            if (column.isNull(positions[i])) {
                numbers[i] = neighbour;
            } else {
                neighbour = numbers[i];
            }
        }
    }

    private void writeNumbers(int count, FrameBuffer out) {
        long least = numbers[0];
        long greatest = least;
        for (int i = 1; i < count; i++) {
            least = Math.min(least, numbers[i]);
            greatest = Math.max(greatest, numbers[i]);
        }
        int width = width(greatest - least);
        long base = width == Long.BYTES ? 0 : least;
        out.putByte(width);
        out.putLong(base);
        out.putDifferences(numbers, count, base, width);
    }

    /** The bytes that numbers from 0 to the range need; a range below 0 is one that a long does not hold. */
    private static int width(long range) {
        if (range < 0 || range >= LEAST_OF_FOUR_BYTES) {
            return Long.BYTES;
        }
        if (range >= 1L << Short.SIZE) {
            return Integer.BYTES;
        }
        if (range >= 1L << Byte.SIZE) {
            return Short.BYTES;
        }
        return range > 0 ? Byte.BYTES : 0;
    }

    private void writeReals(DoubleColumn column, int[] positions, int count, FrameBuffer out) {
        boolean isSingle = column.type().kind() == TypeKind.REAL;
        for (int i = 0; i < count; i++) {
            double value = column.values[positions[i]];
            numbers[i] = isSingle ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value);
        }
        out.putDifferences(numbers, count, 0, isSingle ? Float.BYTES : Double.BYTES);
    }

    private static void writeDecimals(Int128Column column, int[] positions, int count, FrameBuffer out) {
        out.putByte(column.type().scale());
        for (int i = 0; i < count; i++) {
            out.putLong(Long.reverseBytes(column.high[positions[i]]));
            out.putLong(Long.reverseBytes(column.low[positions[i]]));
        }
    }

    private void writeBytes(BytesColumn column, int[] positions, int count, FrameBuffer out) {
        for (int i = 0; i < count; i++) {
            numbers[i] = column.isNull(positions[i]) ? 0 : BytesPool.length(column.references[positions[i]]);
        }
        writeNumbers(count, out);
        for (int i = 0; i < count; i++) {
            if (!column.isNull(positions[i])) {
                long reference = column.references[positions[i]];
                out.putBytes(
                        column.pool.pageBytes(BytesPool.page(reference)),
                        BytesPool.offset(reference),
                        BytesPool.length(reference));
            }
        }
    }

    private void writeTexts(LongColumn column, int[] positions, int count, FrameBuffer out) {
        byte[][] texts = new byte[count][];
        DataType type = column.type();
        for (int i = 0; i < count; i++) {
            texts[i] = column.isNull(positions[i])
                    ? new byte[0]
                    : text.of(type, column.values[positions[i]]).getBytes(StandardCharsets.UTF_8);
            numbers[i] = texts[i].length;
        }
        writeNumbers(count, out);
        for (byte[] bytes : texts) {
            out.putBytes(bytes, 0, bytes.length);
        }
    }
}
