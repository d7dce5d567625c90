package io.tidemark.connectors.parquet;

import io.tidemark.runtime.batch.ColumnBuilder;
import org.apache.parquet.column.ColumnReader;

/** Reads the value at which a column reader stands, which is not NULL, into a column. */
@FunctionalInterface
interface ValueReader {

    /**
     * Reads it; does not move on.
     *
     * @throws io.tidemark.sql.error.CodedException a row error if the value does not fit
     */
    void read(ColumnReader from, ColumnBuilder target);
}
