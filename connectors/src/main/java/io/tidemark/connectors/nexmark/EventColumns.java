package io.tidemark.connectors.nexmark;

import io.tidemark.runtime.batch.TypeKind;
import java.util.List;

/** The columns of one table. */
interface EventColumns {

    /** Makes the values of one column. */
    @FunctionalInterface
    interface Filler {

        /**
         * Writes the values of a column: numbers, or references to texts.
         *
         * @param events the number of each row's event
         * @param values where they go, one for each event
         */
        void fill(long[] events, long[] values);
    }

    /**
     * A column: its name, its type, and what makes its values.
     *
     * @param kind BIGINT, VARCHAR or TIMESTAMP
     */
    record Definition(String name, TypeKind kind, Filler filler) {}

    /** The columns, in the order in which they are mostly declared. */
    List<Definition> all();
}
