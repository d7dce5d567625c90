package io.tidemark.connectors.parquet;

import io.tidemark.runtime.batch.ColumnBuilder;
import org.apache.parquet.column.ColumnReader;

/** Reads a value of any depth at which a column reader stands. */
interface CellReader {

    /**
     * Reads it and moves on behind it; nothing is set where it is NULL.
     *
     * @return whether there was a value
     * @throws io.tidemark.sql.error.CodedException a row error if the value does not fit; the rest of its row has then to be passed over
     */
    boolean read(ColumnReader from, ColumnBuilder target);
}
