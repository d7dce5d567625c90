package io.tidemark.runtime.measure;

/** What state by key can tell people between two epochs. Costs no more than looking. */
public interface KeyedProgress {

    /** Where there is nothing to say. */
    long NONE = Long.MIN_VALUE;

    /** Of state that says nothing about its keys. */
    KeyedProgress UNKNOWN = new KeyedProgress() {

        @Override
        public long changedKeys() {
            return NONE;
        }

        @Override
        public long earliestOpen() {
            return NONE;
        }
    };

    /** How many keys the last epoch changed; {@link #NONE} where that is not counted. */
    long changedKeys();

    /**
     * The least value, among groups that are still open, of the first column that closes groups, in the column's unit: what waits longest.
     * {@link #NONE} if no group is open, or nothing closes them.
     */
    long earliestOpen();

    /** How many rows of state have been looked at so far to find the matches of rows that came in; {@link #NONE} where that is not counted. */
    default long visitedRows() {
        return NONE;
    }
}
