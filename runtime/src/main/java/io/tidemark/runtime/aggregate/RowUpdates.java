package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.state.ArgumentChanges;
import io.tidemark.runtime.state.RowTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a batch go into which rows of state: the {@code i}-th, at {@code positions[i]} of the batch, into row {@code rows[i]}.
 *
 * <p>Made once and set anew for each batch.
 */
public final class RowUpdates {

    private @Nullable Batch batch;
    private @Nullable RowTable table;
    private @Nullable RowUpdates kept;

    int[] positions = new int[0];
    int[] rows = new int[0];
    int count;

    /** The weights by position; null: every weight is +1. */
    int @Nullable [] weights;

    long[][] pages = new long[0][];
    int pageShift;
    int pageMask;
    int rowSlots;

    /** Makes one that says nothing. */
    public RowUpdates() {}

    /** Sets what goes where. The arrays are not copied. */
    public void set(Batch newBatch, RowTable newTable, int[] newPositions, int[] newRows, int newCount) {
        batch = newBatch;
        table = newTable;
        positions = newPositions;
        rows = newRows;
        count = newCount;
        weights = newBatch.weights;
        pages = newTable.pages();
        pageShift = newTable.pageShift();
        pageMask = (1 << pageShift) - 1;
        rowSlots = newTable.layout().rowSlots();
    }

    Column column(int index) {
        return batch().column(index);
    }

    Batch batch() {
        if (batch == null) {
            throw new IllegalStateException("no batch is set");
        }
        return batch;
    }

    RowTable table() {
        if (table == null) {
            throw new IllegalStateException("no table is set");
        }
        return table;
    }

    /** Those of the rows in which the filter is TRUE and the argument isn't NULL; each may be -1. Valid until the next call. */
    RowUpdates where(int filter, int argument) {
        Column tested = filter < 0 ? null : column(filter);
        Column aggregated = argument < 0 ? null : column(argument);
        if (tested == null && (aggregated == null || aggregated.validity == null)) {
            return this;
        }
        RowUpdates some = kept == null ? new RowUpdates() : kept;
        kept = some;
        if (some.positions.length < count) {
            some.positions = new int[Batch.MAX_ROWS];
            some.rows = new int[Batch.MAX_ROWS];
        }
        some.set(batch(), table(), some.positions, some.rows, 0);
        some.weights = weights;
        some.keep(this, (LongColumn) tested, aggregated);
        return some;
    }

    /** Those of the rows in which the filter is TRUE and none of the arguments is NULL. Valid until the next call. */
    RowUpdates where(int filter, List<Integer> arguments) {
        RowUpdates some = where(filter, arguments.isEmpty() ? -1 : arguments.get(0));
        for (int i = 1; i < arguments.size(); i++) {
            some = some.where(-1, arguments.get(i));
        }
        return some;
    }

    /** Sets what the arguments that came and went in a batch add and take away. */
    void set(RowUpdates all, ArgumentChanges changes) {
        set(all.batch(), all.table(), changes.positions, changes.groupRows, changes.count());
        weights = changes.weights;
    }

    private void keep(RowUpdates all, @Nullable LongColumn filter, @Nullable Column argument) {
        for (int i = 0; i < all.count; i++) {
            int position = all.positions[i];
            boolean counts = filter == null || (filter.values[position] != 0 && !filter.isNull(position));
            if (counts && (argument == null || !argument.isNull(position))) {
                positions[count] = position;
                rows[count++] = all.rows[i];
            }
        }
    }
}
