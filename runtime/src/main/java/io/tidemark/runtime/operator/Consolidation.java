package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import java.util.List;

/**
 * Collects an epoch's raw delta and gives it out consolidated: equal rows become one with the sum of their weights, rows of weight 0 vanish.
 *
 * <p>Used over again: each drain leaves it empty. The order of what comes out is that of each row's (or key's) first appearance.
 */
public final class Consolidation {

    /** Makes an empty one for rows of a schema. */
    public Consolidation(Schema schema) {}

    /** Takes a batch of the delta. */
    public void add(Batch batch) {
        if (batch.selectedCount() > 0) {
            throw CodedException.unsupported("consolidation");
        }
    }

    /** Gives out the Z-set: distinct rows, each with the sum of its weights where that isn't 0; then is empty. */
    public void drain(Output out) {}

    /**
     * Gives out at most one row per key: with weight +1 where the key has a row after the epoch, else, where it lost its row, that row with
     * weight -1; then is empty.
     *
     * @throws CodedException INTERNAL if a key has two rows after the epoch
     */
    public void drainByKey(List<Integer> keyColumns, Output out) {}
}
