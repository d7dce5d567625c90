package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
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
    public long[] bounds(long watermark) {
        for (int key = 0; key < bounds.length; key++) {
            bounds[key] = keys.get(key).watermark().applyAsLong(watermark);
        }
        return bounds;
    }

    /** The rows of a batch that are not late, without tags: nobody has to judge them again. */
    public Batch taken(Batch batch) {
        Batch untagged = batch.withTags(RowTags.NONE);
        if (batch.tags().watermarks == null) {
            return untagged;
        }
        int[] kept = new int[batch.selectedCount()];
        int count = judge(batch, kept);
        return count == batch.selectedCount() ? untagged : untagged.withSelection(kept, count);
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
        LongColumn[] columns = new LongColumn[bounds.length];
        for (int key = 0; key < columns.length; key++) {
            columns[key] =
                    (LongColumn) batch.column(groupColumns.get(keys.get(key).groupIndex()));
        }
        int count = 0;
        long known = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (i == 0 || watermarks[position] != known) {
                known = watermarks[position];
                bounds(known);
            }
            int key = closedKey(columns, position);
            if (key < 0) {
                late.taken(batch, position);
                kept[count++] = position;
            } else {
                late.missed(batch, position, keys.get(key).column(), columns[key].values[position]);
            }
        }
        return count;
    }

    /** The first key by which a row is late, or -1. */
    private int closedKey(LongColumn[] columns, int position) {
        for (int key = 0; key < columns.length; key++) {
            if (columns[key].values[position] <= bounds[key] && !columns[key].isNull(position)) {
                return key;
            }
        }
        return -1;
    }
}
