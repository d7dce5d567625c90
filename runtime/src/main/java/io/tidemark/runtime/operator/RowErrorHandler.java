package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;

/** Takes rows whose evaluation fails: the operator then leaves the row out and goes on. */
@FunctionalInterface
public interface RowErrorHandler {

    /**
     * Keeps one failed row.
     *
     * @param batch the batch in which it stood
     * @param position its position there; with the batch's tags it names the source row
     * @param reason what failed, with the SQL position of the expression
     */
    void rowError(Batch batch, int position, CodedException reason);
}
