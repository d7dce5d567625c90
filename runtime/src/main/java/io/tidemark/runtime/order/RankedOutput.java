package io.tidemark.runtime.order;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns rows of state, with their ranks, into batches. */
final class RankedOutput {

    private final RowTable table;
    private final Schema schema;
    private final boolean numbered;
    private final SlabRows rows = new SlabRows();
    private final int[] weights = new int[Batch.MAX_ROWS];
    private final long[] ranks = new long[Batch.MAX_ROWS];

    /**
     * Makes one.
     *
     * @param schema the table's key columns, then the rank if {@code numbered}
     */
    RankedOutput(RowTable table, Schema schema, boolean numbered) {
        this.table = table;
        this.schema = schema;
        this.numbered = numbered;
    }

    /** Adds a row with a weight; nothing if that is 0. */
    void add(int row, long weight, long rank, Output out) {
        if (weight == 0) {
            return;
        }
        if (weight != (int) weight) {
            throw CodedException.internal("a row has weight " + weight + ", out of the range of an int");
        }
        int at = rows.count();
        weights[at] = (int) weight;
        ranks[at] = rank;
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
        int inputs = schema.size() - (numbered ? 1 : 0);
        for (int column = 0; column < inputs; column++) {
            columns.add(rows.key(table.layout(), column, schema.type(column)));
        }
        if (numbered) {
            columns.add(new LongColumn(schema.type(inputs), Arrays.copyOf(ranks, count), null));
        }
        boolean plain = true;
        for (int i = 0; i < count; i++) {
            plain &= weights[i] == 1;
        }
        out.emit(new Batch(
                count, List.copyOf(columns), null, count, plain ? null : Arrays.copyOf(weights, count), RowTags.NONE));
        rows.clear();
    }
}
