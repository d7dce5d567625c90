package io.tidemark.runtime.measure;

/**
 * One node of a running plan, measured since its operators were made: since the query was opened, or has last recovered.
 *
 * @param path where the node stands in its plan: {@code 0} is the root, {@code 0.1} its second input
 * @param rowsIn rows that came in; of a scan, rows read
 * @param rowsOut rows that it gave out, those that take a row back among them
 * @param nanos time spent in it by the query's own thread, what its readers did with its rows left out; of a scan, reading and decoding.
 *     Waiting for workers counts, what they did meanwhile doesn't
 * @param state what it keeps
 * @param watermark the event-time watermark of what it gives out, micros
 */
public record NodeMeasure(String path, long rowsIn, long rowsOut, long nanos, State state, long watermark) {

    /** Where there is nothing to say. */
    public static final long NONE = Long.MIN_VALUE;

    /**
     * What a node keeps.
     *
     * @param rows rows of state after the last epoch; {@link #NONE} of a node without state
     * @param bytes their memory
     * @param mostRows the most rows that there were at the end of an epoch's input, before closed groups were dropped
     * @param mostBytes the most memory that there was then
     * @param changedKeys keys that the last epoch changed; {@link #NONE} where that is not counted
     * @param earliestOpen the least value, among groups still open, of the column that closes them, in the column's unit; {@link #NONE} if none
     *     is open or nothing closes them
     * @param visitedRows rows of state looked at to find the matches of rows that came in; {@link #NONE} of all but joins
     */
    public record State(
            long rows,
            long bytes,
            long mostRows,
            long mostBytes,
            long changedKeys,
            long earliestOpen,
            long visitedRows) {

        /** The state of a node that has none. */
        public static final State ABSENT = new State(NONE, NONE, NONE, NONE, NONE, NONE, NONE);
    }

    /** Time for each row that came in, in nanoseconds. */
    public double nanosPerRow() {
        return rowsIn == 0 ? 0 : (double) nanos / rowsIn;
    }
}
