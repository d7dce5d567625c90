package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.state.SlabRows;
import java.util.List;

/**
 * One aggregate's share of a state row: some slots, all 0 for an aggregate of nothing. Works on a batch at a time: one virtual call a batch,
 * and tight loops below it.
 */
abstract sealed class Accumulator
        permits CountAccumulator,
                ExactSumAccumulator,
                DoubleSumAccumulator,
                MomentAccumulator,
                BitAccumulator,
                ExtremeAccumulator,
                DistinctAccumulator,
                ObjectAccumulator,
                IndexedAccumulator {

    /** The number of slots it takes. */
    abstract int slots();

    /** Those of its slots, from 0, that are references into the page's arena. */
    List<Integer> references() {
        return List.of();
    }

    /** Says where in a row its slots begin, and where the row's weight is. */
    abstract void bind(int firstSlot, int weightSlot);

    /** Takes the rows of a batch in. */
    abstract void update(RowUpdates updates);

    /** Whether what two rows keep can be added up, as if all had come to one; not so where the arguments have to be known. */
    boolean merges() {
        return true;
    }

    /** Whether what has been added to a row can also be taken away from it, exactly. */
    boolean subtracts() {
        return false;
    }

    /** Adds what some rows keep to others, or takes it away. */
    abstract void merge(RowMerges merges);

    /**
     * The results of some rows of state, as a column.
     *
     * @throws io.tidemark.sql.error.CodedException ROW_ERROR_OVERFLOW if one is out of the range of the result's type
     */
    abstract Column result(SlabRows rows);
}
