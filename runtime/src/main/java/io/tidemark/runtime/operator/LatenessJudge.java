package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import java.util.List;

/**
 * Tells late rows: those that come after their own partition's watermark had closed their group. Judged row by row, so that no cut into epochs
 * changes it.
 */
public final class LatenessJudge {

    private final List<ClosingKey> keys;
    private final List<Integer> groupColumns;
    private final LateRowHandler late;
    private final long[] bounds;

    /**
     * Makes one.
     *
     * @param keys the group columns that close groups
     * @param groupColumns the indexes of the group columns in the input
     * @param late told of each row with a watermark, whether it is late or not
     */
    public LatenessJudge(List<ClosingKey> keys, List<Integer> groupColumns, LateRowHandler late) {
        this.keys = keys;
        this.groupColumns = groupColumns;
        this.late = late;
        this.bounds = new long[keys.size()];
    }

    /** The columns' watermarks for an event-time watermark, in an array that the next call changes. */
    long[] bounds(long watermark) {
        for (int key = 0; key < bounds.length; key++) {
            bounds[key] = keys.get(key).watermark().applyAsLong(watermark);
        }
        return bounds;
    }

    /** Puts the positions of the rows that are not late into {@code kept}, which has room for a batch, and returns their number. */
    public int judge(Batch batch, int[] kept) {
        long[] watermarks = batch.tags().watermarks;
        if (watermarks == null) {
            for (int i = 0; i < batch.selectedCount(); i++) {
                kept[i] = batch.position(i);
            }
            return batch.selectedCount();
        }
        int count = 0;
        long known = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (i == 0 || watermarks[position] != known) {
                known = watermarks[position];
                bounds(known);
            }
            if (isTaken(batch, position)) {
                kept[count++] = position;
            }
        }
        return count;
    }

    private boolean isTaken(Batch batch, int position) {
        for (int key = 0; key < bounds.length; key++) {
            Column column = batch.column(groupColumns.get(keys.get(key).groupIndex()));
            long value = ((LongColumn) column).values[position];
            if (value <= bounds[key] && !column.isNull(position)) {
                late.missed(batch, position, keys.get(key).column(), value);
                return false;
            }
        }
        late.taken(batch, position);
        return true;
    }
}
