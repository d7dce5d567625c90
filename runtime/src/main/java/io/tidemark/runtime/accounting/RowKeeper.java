package io.tidemark.runtime.accounting;

import io.tidemark.runtime.checkpoint.KeptRow;

/** Takes the rows that did not take the ordinary way, or not into all their windows; by the query's policies it keeps them, drops them, or fails. */
@FunctionalInterface
public interface RowKeeper {

    /**
     * Takes one row, which has been counted as late, bad, or accepted for some of its windows.
     *
     * @throws io.tidemark.sql.error.CodedException if the query is to fail at such a row
     */
    void keep(KeptRow row);
}
