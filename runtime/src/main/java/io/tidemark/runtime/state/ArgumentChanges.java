package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;

/** The arguments of an {@link ArgumentIndex} that came or went among the rows that one filter takes: where in a batch, and of which group. */
public final class ArgumentChanges {

    private final int filter;
    private final int weightSlot;

    /** Where in the batch an argument is that came or went. */
    public final int[] positions = new int[Batch.MAX_ROWS];

    /** The row of its group. */
    public final int[] groupRows = new int[Batch.MAX_ROWS];

    /** +1 if it came, -1 if it went; by position in the batch. */
    public final int[] weights = new int[Batch.MAX_ROWS];

    private int count;

    ArgumentChanges(int filter, int weightSlot) {
        this.filter = filter;
        this.weightSlot = weightSlot;
    }

    /** The number of changes. */
    public int count() {
        return count;
    }

    boolean takes(Batch batch, int position) {
        return filter < 0
                || (!batch.column(filter).isNull(position)
                        && ((LongColumn) batch.column(filter)).values[position] != 0);
    }

    /** The slot of an entry that holds the weight among the rows that the filter takes. */
    int weightSlot() {
        return weightSlot;
    }

    void clear() {
        count = 0;
    }

    /** Takes note of how a row of the batch changed that weight. */
    void note(int position, int groupRow, long before, long after) {
        int change = (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
        if (change != 0) {
            positions[count] = position;
            groupRows[count++] = groupRow;
            weights[position] = change;
        }
    }
}
