package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.batch.ArrayWriter;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;

/**
 * ARRAY_AGG and COLLECT: the arguments in order. NULL if there are none. <b>Cost</b>: O(arguments). <b>Errors</b>: ROW_ERROR_TOO_LONG.
 *
 * @param column which of the columns kept
 * @param type its type
 * @param distinct whether equal arguments come once
 */
public record ArrayReading(int column, DataType type, boolean distinct) implements GroupReading {

    @Override
    public void read(ArgumentIndex arguments, int groupRow, StoredResult into) {
        if (arguments.first(groupRow) < 0) {
            into.setNull();
            return;
        }
        RowTable table = arguments.table();
        ArgumentIndex.Entries entries = arguments.entries(groupRow);
        ArrayWriter array = new ArrayWriter();
        SlabRows rows = new SlabRows();
        long[] weights = new long[rows.pages.length];
        for (int entry = entries.next(); entry >= 0; entry = entries.next()) {
            if (rows.isFull()) {
                write(table, rows, weights, array);
                rows.clear();
            }
            weights[rows.count()] = distinct ? 1 : table.weight(entry);
            table.collect(entry, rows);
        }
        write(table, rows, weights, array);
        into.setBytes(array.bytes(), 0, array.size());
    }

    private void write(RowTable table, SlabRows rows, long[] weights, ArrayWriter array) {
        Column values = rows.key(table.layout(), column + 1, type);
        for (int i = 0; i < rows.count(); i++) {
            for (long times = weights[i]; times > 0; times--) {
                array.add(values, i);
                if (array.size() > BytesPool.MAX_VALUE_BYTES) {
                    throw LimitedBytes.tooLong("ARRAY_AGG or COLLECT");
                }
            }
        }
    }
}
