package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;

/** Keeps NULL out of columns that are NOT NULL. */
record NotNullCheck(String relation, Schema schema) {

    /** Checks every row. NOT_NULL_VIOLATION names the column. */
    void check(Batch batch) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            check(batch, batch.position(i));
        }
    }

    /** Checks the row at a position. */
    void check(Batch batch, int position) {
        for (int c = 0; c < schema.size(); c++) {
            if (!schema.type(c).nullable() && batch.column(c).isNull(position)) {
                throw CodedException.of(
                        ErrorCode.NOT_NULL_VIOLATION,
                        "column \"" + schema.field(c).name() + "\" of \"" + relation
                                + "\" is NOT NULL, but a row has NULL there");
            }
        }
    }
}
