package io.tidemark.connectors.generator;

import io.tidemark.runtime.batch.Column;
import java.util.List;

/** Makes up rows, each from its number alone, so that a range made again has the same rows. Without state that changes. */
@FunctionalInterface
public interface RowGenerator {

    /**
     * Makes rows.
     *
     * @param first the number of the first row, from 0
     * @param count how many rows, at most a batch of them
     * @param columns the indexes of the columns wanted, in the order wanted
     * @return the columns wanted, of {@code count} rows each
     */
    List<Column> generate(long first, int count, List<Integer> columns);
}
