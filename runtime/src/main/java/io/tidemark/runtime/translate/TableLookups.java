package io.tidemark.runtime.translate;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.runtime.connector.Lookup;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Makes tables of the outside world ready to be looked up. */
@FunctionalInterface
public interface TableLookups {

    /** There are none. */
    TableLookups NONE = (table, keyColumns) -> {
        throw CodedException.unsupported("a lookup of \"" + table.name() + "\" here");
    };

    /**
     * A table that can be looked up.
     *
     * @param opener makes what looks rows up; nothing is connected yet
     * @param cacheRows how many keys are remembered at most
     * @param cacheTime for how long
     */
    record Table(Supplier<Lookup> opener, long cacheRows, Duration cacheTime) {}

    /**
     * Makes a table ready.
     *
     * @param keyColumns the indexes of the columns by which its rows are looked up
     * @throws CodedException if its connector can't look rows up, or the options don't go together
     */
    Table of(RelationDefinition table, List<Integer> keyColumns);
}
