package io.tidemark.runtime.aggregate.reading;

import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.runtime.state.RowTable;
import java.nio.charset.StandardCharsets;

/**
 * LISTAGG: the arguments in order with a separator in between. <b>Cost</b>: O(arguments). <b>Errors</b>: ROW_ERROR_TOO_LONG.
 *
 * @param column which of the columns kept
 * @param separator what stands between two
 * @param distinct whether equal arguments come once
 */
public record TextReading(int column, String separator, boolean distinct) implements GroupReading {

    @Override
    public void read(ArgumentIndex arguments, int groupRow, StoredResult into) {
        RowTable table = arguments.table();
        ArgumentIndex.Entries entries = arguments.entries(groupRow);
        LimitedBytes text = new LimitedBytes("LISTAGG");
        byte[] between = separator.getBytes(StandardCharsets.UTF_8);
        boolean any = false;
        for (int entry = entries.next(); entry >= 0; entry = entries.next()) {
            long reference =
                    table.page(entry)[table.base(entry) + table.layout().keySlot(column + 1)];
            long times = distinct ? 1 : table.weight(entry);
            for (long i = 0; i < times; i++) {
                if (any) {
                    text.append(between, 0, between.length);
                }
                if (BytesPool.length(reference) > 0) {
                    text.append(
                            table.arena(entry).chunk(reference),
                            BytesPool.offset(reference),
                            BytesPool.length(reference));
                }
                any = true;
            }
        }
        if (any) {
            into.setBytes(text.bytes(), 0, text.length());
        } else {
            into.setNull();
        }
    }
}
