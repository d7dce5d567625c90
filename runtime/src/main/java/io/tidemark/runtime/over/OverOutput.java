package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns rows of state, with what functions give for them, into batches. */
final class OverOutput {

    private final RowTable table;
    private final Schema schema;
    private final int inputs;
    private final SlabRows rows = new SlabRows();
    private final int[] weights = new int[Batch.MAX_ROWS];
    private List<ColumnParts> results = List.of();

    /**
     * Makes one.
     *
     * @param schema the table's key columns, then one a function
     * @param inputs how many of them are key columns
     */
    OverOutput(RowTable table, Schema schema, int inputs) {
        this.table = table;
        this.schema = schema;
        this.inputs = inputs;
        begin();
    }

    private void begin() {
        List<ColumnParts> empty = new ArrayList<>();
        for (int column = inputs; column < schema.size(); column++) {
            empty.add(new ColumnParts(schema.type(column), Batch.MAX_ROWS));
        }
        results = empty;
    }

    /** Adds a row with a weight, and with the results at a place. */
    void add(int row, int weight, List<Column> columns, int place, Output out) {
        weights[rows.count()] = weight;
        table.collect(row, rows);
        for (int i = 0; i < results.size(); i++) {
            results.get(i).add(columns.get(i), place);
        }
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
        for (int column = 0; column < inputs; column++) {
            columns.add(rows.key(table.layout(), column, schema.type(column)));
        }
        results.forEach(result -> columns.add(result.build()));
        out.emit(new Batch(count, List.copyOf(columns), null, count, Arrays.copyOf(weights, count), RowTags.NONE));
        rows.clear();
        begin();
    }
}
