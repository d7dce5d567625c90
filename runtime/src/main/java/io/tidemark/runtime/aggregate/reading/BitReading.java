package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.runtime.state.RowTable;

/**
 * BIT_AND or BIT_OR of all arguments. <b>Cost</b>: O(different arguments).
 *
 * @param and whether it is BIT_AND
 */
public record BitReading(boolean and) implements GroupReading {

    @Override
    public void read(ArgumentIndex arguments, int groupRow, StoredResult into) {
        RowTable table = arguments.table();
        ArgumentIndex.Entries entries = arguments.entries(groupRow);
        long bits = and ? -1 : 0;
        int entry = entries.next();
        if (entry < 0) {
            into.setNull();
            return;
        }
        for (; entry >= 0; entry = entries.next()) {
            long value = table.page(entry)[table.base(entry) + table.layout().keySlot(1)];
            bits = and ? bits & value : bits | value;
        }
        into.setLong(bits);
    }
}
