package io.tidemark.runtime.slicing;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.slicing.Slices.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells, window by window, which rows are late. A row that is late for some of its windows only is kept, and a column is added to its batch: the
 * end of the first window that is open to each row.
 */
public final class SliceJudge {

    private final Slices slices;
    private final LateRowHandler late;
    private final List<ClosingKey> keys;
    private final long[] bounds;

    /**
     * Makes one.
     *
     * @param late told of each row with a watermark: of each window that it missed, and whether it is taken into any
     */
    public SliceJudge(Slices slices, LateRowHandler late) {
        this.slices = slices;
        this.late = late;
        this.keys = slices.spec().closingKeys();
        this.bounds = new long[keys.size()];
    }

    /** The rows of a batch that are not late for all of their windows, without tags. */
    public Batch taken(Batch batch) {
        Batch untagged = batch.withTags(RowTags.NONE);
        long[] watermarks = batch.tags().watermarks;
        if (watermarks == null) {
            return untagged;
        }
        LongColumn ends = slices.ends(batch);
        int[] kept = new int[batch.selectedCount()];
        int count = 0;
        long[] firstOpen = null;
        long known = 0;
        long closed = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (i == 0 || watermarks[position] != known) {
                known = watermarks[position];
                closed = keys.isEmpty() ? Long.MIN_VALUE : slices.closedUpTo(known);
            }
            long end = ends.values[position];
            if (end > closed) {
                late.taken(batch, position);
                kept[count++] = position;
                continue;
            }
            long open = missed(batch, position, end, known, closed);
            if (open <= slices.lastEnd(end)) {
                late.taken(batch, position);
                kept[count++] = position;
                firstOpen = firstOpen == null ? ends.values.clone() : firstOpen;
                firstOpen[position] = open;
            }
        }
        Batch rows = count == batch.selectedCount() ? untagged : untagged.withSelection(kept, count);
        return firstOpen == null ? rows : withColumn(rows, new LongColumn(ends.type(), firstOpen, null));
    }

    private static Batch withColumn(Batch batch, Column column) {
        List<Column> columns = new ArrayList<>(batch.columns());
        columns.add(column);
        return batch.withColumns(columns);
    }

    /** Tells of the windows that a row has missed; returns the end of the next one. */
    private long missed(Batch batch, int position, long firstEnd, long watermark, long closed) {
        for (int key = 0; key < bounds.length; key++) {
            bounds[key] = keys.get(key).watermark().applyAsLong(watermark);
        }
        long end = firstEnd;
        for (long last = slices.lastEnd(firstEnd); end <= closed && end <= last; end += slices.slideMicros()) {
            tell(batch, position, end);
        }
        return end;
    }

    private void tell(Batch batch, int position, long end) {
        for (int key = 0; key < bounds.length; key++) {
            Part part = slices.parts().get(keys.get(key).groupIndex());
            long value = slices.value(part, end);
            if (value <= bounds[key]) {
                late.missed(batch, position, keys.get(key).column(), value);
                return;
            }
        }
    }
}
