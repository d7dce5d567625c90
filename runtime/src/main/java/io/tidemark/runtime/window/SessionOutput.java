package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns rows of sessions into batches. */
final class SessionOutput {

    private final RowTable table;
    private final Schema schema;
    private final SlabRows rows = new SlabRows();
    private final int[] weights = new int[Batch.MAX_ROWS];
    private final long[] starts = new long[Batch.MAX_ROWS];
    private final long[] ends = new long[Batch.MAX_ROWS];

    SessionOutput(RowTable table, Schema schema) {
        this.table = table;
        this.schema = schema;
    }

    /** Adds a row with a weight, in the window [start, end). */
    void add(int row, long weight, long start, long end, Output out) {
        if (weight != (int) weight) {
            throw CodedException.internal("a row has weight " + weight + ", out of the range of an int");
        }
        int at = rows.count();
        weights[at] = (int) weight;
        starts[at] = start;
        ends[at] = end;
        table.collect(row, rows);
        if (rows.isFull()) {
            flush(out);
        }
    }

    /** Gives out what has been added, before any of the rows is freed. */
    void flush(Output out) {
        int count = rows.count();
        if (count == 0) {
            return;
        }
        List<Column> columns = new ArrayList<>(schema.size());
        for (int column = 0; column < schema.size() - 3; column++) {
            columns.add(rows.key(table.layout(), column, schema.type(column)));
        }
        WindowColumns.add(columns, schema, Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
        boolean plain = Arrays.stream(weights, 0, count).allMatch(weight -> weight == 1);
        int[] batchWeights = plain ? null : Arrays.copyOf(weights, count);
        out.emit(new Batch(count, List.copyOf(columns), null, count, batchWeights, RowTags.NONE));
        rows.clear();
    }
}
