package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.batch.ArrayWriter;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.runtime.state.PageArena;
import io.tidemark.runtime.state.RowTable;
import java.util.Objects;

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
        RowTable table = arguments.table();
        ArgumentIndex.Entries entries = arguments.entries(groupRow);
        ArrayWriter array = new ArrayWriter();
        for (int entry = entries.next(); entry >= 0; entry = entries.next()) {
            for (long times = distinct ? 1 : table.weight(entry); times > 0; times--) {
                add(table, entry, array);
                if (array.size() > BytesPool.MAX_VALUE_BYTES) {
                    throw LimitedBytes.tooLong("ARRAY_AGG or COLLECT");
                }
            }
        }
        // Each argument takes a byte at least.
        if (array.size() == 0) {
            into.setNull();
        } else {
            into.setBytes(array.bytes(), 0, array.size());
        }
    }

    private void add(RowTable table, int entry, ArrayWriter array) {
        long[] page = table.page(entry);
        int base = table.base(entry);
        int key = column + 1;
        if (table.layout().isKeyNull(page, base, key)) {
            array.addNull();
            return;
        }
        int at = base + table.layout().keySlot(key);
        switch (type.physical()) {
            case INT64 -> array.addLong(page[at]);
            case FLOAT64 -> array.addDouble(Double.longBitsToDouble(page[at]));
            case INT128 -> array.addInt128(page[at], page[at + 1]);
            case BYTES -> addBytes(table.arena(entry), page[at], array);
        }
    }

    private void addBytes(PageArena arena, long reference, ArrayWriter array) {
        int length = BytesPool.length(reference);
        byte[] chunk =
                length == 0 ? array.bytes() : Objects.requireNonNull(arena).chunk(reference);
        int offset = length == 0 ? 0 : BytesPool.offset(reference);
        if (type.kind() == TypeKind.ARRAY) {
            array.addArray(chunk, offset, length);
        } else {
            array.addBytes(chunk, offset, length);
        }
    }
}
