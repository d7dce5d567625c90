package io.tidemark.runtime.pace;

/**
 * Chooses how many rows an epoch may read: as many as are likely processed within 70 % of the target latency, by a moving average of the speed;
 * half as many after an epoch that took more than twice the target.
 */
public final class SizeController {

    private static final long START_ROWS = 64 * 1024;
    private static final double SHARE = 0.7;
    private static final double WEIGHT_OF_NEWEST = 0.3;
    private static final long MIN_SAMPLE_ROWS = 256;

    private double rowsPerNano;
    private long rows = START_ROWS;

    /**
     * What the size is to be.
     *
     * @param minRows never less, for speed's sake
     * @param maxRows never more
     * @param targetNanos how long an epoch should take
     */
    public record Bounds(long minRows, long maxRows, long targetNanos) {
        long clamp(long wanted) {
            return Math.min(Math.max(wanted, minRows), maxRows);
        }
    }

    /** The rows that the next epoch may read. */
    public long rows(Bounds bounds) {
        return bounds.clamp(rows);
    }

    /** Takes note of how long an epoch took; one of few rows says nothing about speed. */
    public void ran(long rowsRead, long nanos, Bounds bounds) {
        if (rowsRead < MIN_SAMPLE_ROWS || nanos <= 0) {
            return;
        }
        double speed = (double) rowsRead / nanos;
        rowsPerNano = rowsPerNano == 0 ? speed : rowsPerNano + WEIGHT_OF_NEWEST * (speed - rowsPerNano);
        long wanted = (long) (rowsPerNano * bounds.targetNanos * SHARE);
        rows = bounds.clamp(nanos > 2 * bounds.targetNanos ? Math.min(wanted, rowsRead / 2) : wanted);
    }
}
