package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;

/**
 * Told by each operator that judges lateness what became of each tagged row. A row that some operator took is accepted; one that no operator
 * took, although one judged it, is late.
 */
public interface LateRowHandler {

    /** The operator took the row at a position. */
    void taken(Batch batch, int position);

    /**
     * The row at a position came after its group had been closed by the row's own watermark.
     *
     * @param closingColumn the name of the column that closed the group, such as {@code window_end}
     * @param closingValue its value in the row, micros for a timestamp
     */
    void missed(Batch batch, int position, String closingColumn, long closingValue);
}
