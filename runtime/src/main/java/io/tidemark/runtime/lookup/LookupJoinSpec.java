package io.tidemark.runtime.lookup;

import io.tidemark.runtime.batch.Schema;
import java.util.List;

/**
 * What a {@link LookupJoinOperator} computes.
 *
 * @param id the operator's name in the log of answers
 * @param outer whether left rows without a match come out, with NULL for the columns looked up
 * @param leftKeys those that rows are looked up by
 * @param table the columns looked up
 * @param tableKeys those that have to be equal, one for each of the left ones, of the same physical kind
 * @param cacheRows how many keys are remembered at most
 * @param cacheMicros for how long, by the epochs' clock
 */
public record LookupJoinSpec(
        String id,
        boolean outer,
        List<Integer> leftKeys,
        Schema table,
        List<Integer> tableKeys,
        long cacheRows,
        long cacheMicros) {

    public LookupJoinSpec {
        leftKeys = List.copyOf(leftKeys);
        tableKeys = List.copyOf(tableKeys);
    }
}
