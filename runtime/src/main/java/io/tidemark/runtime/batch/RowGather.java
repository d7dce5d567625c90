package io.tidemark.runtime.batch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts rows of a batch together anew, each as often as it is named, with their weights, and tags that name the same origin. */
public final class RowGather {

    private RowGather() {}

    /** The rows at the first {@code count} of some positions, as a batch of their own. Bytes are not copied. */
    public static Batch rows(Batch batch, int[] rows, int count) {
        List<Column> columns = new ArrayList<>(batch.columns().size());
        for (Column column : batch.columns()) {
            columns.add(gather(column, rows, count));
        }
        int[] weights = null;
        if (batch.weights != null) {
            weights = new int[count];
            for (int i = 0; i < count; i++) {
                weights[i] = batch.weights[rows[i]];
            }
        }
        return new Batch(count, List.copyOf(columns), null, count, weights, gather(batch.tags(), rows, count));
    }

    private static RowTags gather(RowTags tags, int[] rows, int count) {
        if (tags.watermarks == null && tags.origin == null) {
            return RowTags.NONE;
        }
        long[] watermarks = tags.watermarks == null ? null : gather(tags.watermarks, rows, count);
        long[] eventTimes = tags.eventTimes == null ? null : gather(tags.eventTimes, rows, count);
        int[] originRows = new int[count];
        for (int i = 0; i < count; i++) {
            originRows[i] = tags.originRow(rows[i]);
        }
        return new RowTags(watermarks, eventTimes, tags.origin, originRows);
    }

    /** The values of a column at the first {@code count} of some positions. Bytes are not copied. */
    public static Column gather(Column column, int[] rows, int count) {
        long[] validity = validity(column, rows, count);
        if (column instanceof LongColumn longs) {
            return new LongColumn(column.type(), gather(longs.values, rows, count), validity);
        }
        if (column instanceof Int128Column wide) {
            return new Int128Column(
                    column.type(), gather(wide.high, rows, count), gather(wide.low, rows, count), validity);
        }
        if (column instanceof BytesColumn bytes) {
            return new BytesColumn(column.type(), gather(bytes.references, rows, count), bytes.pool, validity);
        }
        double[] source = ((DoubleColumn) column).values;
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = source[rows[i]];
        }
        return new DoubleColumn(column.type(), values, validity);
    }

    private static long[] gather(long[] source, int[] rows, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = source[rows[i]];
        }
        return values;
    }

    private static long @Nullable [] validity(Column column, int[] rows, int count) {
        if (column.validity == null) {
            return null;
        }
        long[] validity = new long[(count + 63) >> 6];
        for (int i = 0; i < count; i++) {
            if (!column.isNull(rows[i])) {
                validity[i >> 6] |= 1L << i;
            }
        }
        return validity;
    }
}
