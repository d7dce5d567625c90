package io.tidemark.runtime.epoch;

import io.tidemark.runtime.accounting.RowPolicy;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.pace.SizeController;
import java.time.Duration;

/**
 * What can be altered while a query runs.
 *
 * @param minRowsPerEpoch below this an epoch's size is never cut for speed
 * @param maxRowsPerEpoch rows of one source in one epoch at most, as nearly as the source can tell
 * @param maxBytesPerEpoch bytes of one source in one epoch at most
 * @param targetLatency how long an epoch should take; its size is set accordingly, between the two limits
 * @param checkpointInterval how long after a checkpoint the next one is made, if something has changed
 * @param lateRows what becomes of late rows
 * @param badRows what becomes of bad rows
 */
public record QuerySettings(
        long minRowsPerEpoch,
        long maxRowsPerEpoch,
        long maxBytesPerEpoch,
        Duration targetLatency,
        Duration checkpointInterval,
        RowPolicy lateRows,
        RowPolicy badRows) {

    /** What holds where nothing is said. */
    public static final QuerySettings DEFAULTS = new QuerySettings(
            4 * 1024,
            1024 * 1024,
            256L * 1024 * 1024,
            Duration.ofMillis(500),
            Duration.ofSeconds(5),
            RowPolicy.KEEP,
            RowPolicy.KEEP);

    /** The same with another bound on the rows of an epoch. */
    public QuerySettings withMaxRowsPerEpoch(long rows) {
        return new QuerySettings(
                Math.min(minRowsPerEpoch, rows),
                rows,
                maxBytesPerEpoch,
                targetLatency,
                checkpointInterval,
                lateRows,
                badRows);
    }

    /** The same with other policies for the rows that don't take the ordinary way. */
    public QuerySettings withPolicies(RowPolicy late, RowPolicy bad) {
        return new QuerySettings(
                minRowsPerEpoch, maxRowsPerEpoch, maxBytesPerEpoch, targetLatency, checkpointInterval, late, bad);
    }

    /** Whether rows that don't take the ordinary way fare as with other settings. */
    boolean hasPoliciesOf(QuerySettings other) {
        return lateRows == other.lateRows && badRows == other.badRows;
    }

    /** The same with another time between checkpoints. */
    public QuerySettings withCheckpointInterval(Duration interval) {
        return new QuerySettings(
                minRowsPerEpoch, maxRowsPerEpoch, maxBytesPerEpoch, targetLatency, interval, lateRows, badRows);
    }

    /** The same with epochs that take all that is there, up to the two limits: who runs seldom must not leave anything for speed's sake. */
    QuerySettings withFullEpochs() {
        return new QuerySettings(
                maxRowsPerEpoch,
                maxRowsPerEpoch,
                maxBytesPerEpoch,
                targetLatency,
                checkpointInterval,
                lateRows,
                badRows);
    }

    SizeController.Bounds sizeBounds() {
        return new SizeController.Bounds(minRowsPerEpoch, maxRowsPerEpoch, targetLatency.toNanos());
    }

    /** The greatest range that one source may be asked for. */
    RangeLimits limits(long rows) {
        return new RangeLimits(Math.max(1, Math.min(rows, maxRowsPerEpoch)), maxBytesPerEpoch);
    }
}
