package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Schema;
import java.util.List;

/**
 * An order, and which part of the ordered rows is wanted.
 *
 * @param schema the columns of input and output
 * @param keys the order; rows that are equal in it are ordered by all their columns
 * @param offset how many rows are left out at the beginning
 * @param fetch the greatest number of rows; -1 for no limit
 * @param inputRetracts whether rows of negative weight can come in
 */
public record SortSpec(Schema schema, List<Key> keys, long offset, long fetch, boolean inputRetracts) {

    /** One column of an order. */
    public record Key(int column, boolean descending, boolean nullsFirst) {}

    public SortSpec {
        keys = List.copyOf(keys);
    }
}
