package io.tidemark.runtime.measure;

/** What state by key can tell people between two epochs. Costs no more than looking. */
public interface KeyedProgress {

    /** Where there is nothing to say. */
    long NONE = Long.MIN_VALUE;

    /** How many keys the last epoch changed; {@link #NONE} where that is not counted. */
    long changedKeys();

    /**
     * The least value, among groups that are still open, of the first column that closes groups, in the column's unit: what waits longest.
     * {@link #NONE} if no group is open, or nothing closes them.
     */
    long earliestOpen();
}
