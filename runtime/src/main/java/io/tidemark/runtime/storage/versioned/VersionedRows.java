package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.operator.OperatorState;

/**
 * Rows with versions. One writer applies deltas and publishes; any number of readers pin what is published. Neither waits for the other.
 * Made by {@code new VersionedRows(Schema schema, List<Integer> keyColumns)}.
 *
 * <p><b>Shape</b>: with a primary key, weight +1 upserts a row and -1 deletes the row of its key; without one, rows are a multiset and weights
 * add up.
 */
public interface VersionedRows extends OperatorState {

    /** Makes changes that readers do not see yet. INTERNAL if a row is taken away that is not there. */
    void apply(Batch delta);

    /** Takes all rows away, which readers do not see yet: for COMPLETE, before the new rows are applied. */
    void retractAll();

    /** Makes everything applied since the last call visible at once as the version given, which must be greater than all before. */
    void publish(long version);

    /** Undoes what was applied since the last {@link #publish}. */
    void rollback();

    /** The version that readers see now; 0 before the first. */
    long version();

    /** Pins the version that readers see now. */
    VersionedSnapshot pin();

    /** Where to subscribe to versions as they are published. */
    ChangeFeed changes();
}
