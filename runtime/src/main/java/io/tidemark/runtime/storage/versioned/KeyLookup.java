package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import java.util.List;
import java.util.Optional;

/**
 * Rows asked for by the values of some of their columns.
 *
 * @param index the index to find them by; the primary key where it is absent
 * @param columns the indexes of the columns: the primary key's in its order, or the first ones of the index
 * @param keys the values, a row for each key, with a column for each of {@code columns}; no two alike
 */
public record KeyLookup(Optional<String> index, List<Integer> columns, Batch keys) {

    public KeyLookup {
        columns = List.copyOf(columns);
    }
}
