package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.state.ArgumentIndex;

/**
 * One column of the first or the last argument in order. <b>Cost</b>: O(log n).
 *
 * @param column which of the columns kept
 * @param last whether that of the last argument
 */
public record EndReading(int column, boolean last) implements GroupReading {

    @Override
    public void read(ArgumentIndex arguments, int groupRow, StoredResult into) {
        int entry = last ? arguments.last(groupRow) : arguments.first(groupRow);
        if (entry < 0) {
            into.setNull();
        } else {
            into.copy(arguments.table(), entry, column + 1);
        }
    }
}
