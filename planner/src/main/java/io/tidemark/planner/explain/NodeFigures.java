package io.tidemark.planner.explain;

/**
 * What one node of a plan has cost in a run.
 *
 * @param rowsIn rows that came in; of a scan, rows read
 * @param rowsOut rows given out
 * @param nanos time spent in it
 * @param stateRows rows of state held; {@link #NONE} of a node without state
 * @param stateBytes their memory
 * @param changedKeys keys that the last epoch changed; {@link #NONE} where that is not counted
 * @param visitedRows rows of state looked at to find the matches of rows that came in; {@link #NONE} of all but joins
 * @param watermarkMicros the event-time watermark of what it gives out; {@link #NONE} before there is one
 */
public record NodeFigures(
        long rowsIn,
        long rowsOut,
        long nanos,
        long stateRows,
        long stateBytes,
        long changedKeys,
        long visitedRows,
        long watermarkMicros) {

    /** Where there is nothing to say. */
    public static final long NONE = Long.MIN_VALUE;
}
