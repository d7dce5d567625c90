package io.tidemark.connectors.datagen;

import io.tidemark.runtime.batch.Column;

/** Makes one column's values, each from its row's number. Without state. */
interface ColumnGenerator {

    /** The values of {@code count} rows from the one numbered {@code first}. */
    Column generate(long first, int count);

    /** For how many rows there are values; {@link Long#MAX_VALUE} for any number. */
    default long rows() {
        return Long.MAX_VALUE;
    }
}
