package io.tidemark.connectors.generator;

import java.time.Clock;

/** How many rows there may be by now: none at first, then so many a second. */
public final class Pace {

    private final Clock clock;
    private long rowsPerSecond;
    private long startMillis = -1;
    private long startIndex;

    /** {@link Long#MAX_VALUE} rows a second: all at once. */
    public Pace(Clock clock, long rowsPerSecond) {
        this.clock = clock;
        this.rowsPerSecond = rowsPerSecond;
    }

    /** Whether rows have begun to come. */
    boolean isStarted() {
        return startMillis >= 0;
    }

    /** From now on all at once. */
    void release() {
        rowsPerSecond = Long.MAX_VALUE;
    }

    /** The number of the last row that may be there now, plus one; the first call starts the clock. */
    long reached(long index) {
        if (rowsPerSecond == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        long now = clock.millis();
        if (!isStarted()) {
            startMillis = now;
            startIndex = index;
        }
        long elapsed = Math.max(0, now - startMillis);
        return startIndex + elapsed / 1000 * rowsPerSecond + elapsed % 1000 * rowsPerSecond / 1000;
    }
}
