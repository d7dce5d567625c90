package io.tidemark.runtime.batch;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds batches row by row: set the values of the current row through {@link #column}, then {@link #endRow} or {@link #discardRow}.
 *
 * <p>The arrays are handed to the batch, not copied. Single-threaded.
 */
public final class BatchBuilder {

    private final Schema schema;
    private final List<ColumnBuilder> columns;
    private final int maxRows;
    private int rowCount;

    public BatchBuilder(Schema schema) {
        this(schema, Batch.MAX_ROWS);
    }

    /**
     * A builder of batches that are known to be small, which takes memory for these only.
     *
     * @param rows the most rows that a batch is to have; more than a batch can have are as many as it can, none is one
     */
    public BatchBuilder(Schema schema, int rows) {
        this.schema = schema;
        this.maxRows = Math.max(1, Math.min(rows, Batch.MAX_ROWS));
        this.columns = schema.fields().stream()
                .map(field -> new ColumnBuilder(field.type(), maxRows))
                .toList();
    }

    /** The columns being built. */
    public Schema schema() {
        return schema;
    }

    /** The builder of the column at {@code index}, standing at the current row. */
    public ColumnBuilder column(int index) {
        return columns.get(index);
    }

    /** The number of rows ended so far. */
    public int rowCount() {
        return rowCount;
    }

    /** Whether {@link #build} has to be called before another row can begin. */
    public boolean isFull() {
        return rowCount == maxRows;
    }

    /** Keeps the current row and begins the next. */
    public void endRow() {
        rowCount++;
        if (rowCount < maxRows) {
            columns.forEach(column -> column.moveTo(rowCount));
        }
    }

    /** Forgets what was set of the current row. */
    public void discardRow() {
        columns.forEach(ColumnBuilder::setNull);
    }

    /** The rows ended so far as a batch, after which the builder is empty. */
    public Batch build() {
        List<Column> built = new ArrayList<>(columns.size());
        for (ColumnBuilder column : columns) {
            built.add(column.build(rowCount));
            column.reset(new BytesPool());
        }
        Batch batch = Batch.of(rowCount, List.copyOf(built));
        rowCount = 0;
        return batch;
    }
}
