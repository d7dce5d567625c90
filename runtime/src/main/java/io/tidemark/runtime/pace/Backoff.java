package io.tidemark.runtime.pace;

/** How long to wait before trying again: twice as long each time, up to a bound. */
public final class Backoff {

    private static final long FIRST_MILLIS = 200;
    private static final long MAX_MILLIS = 30_000;

    private long nextMillis = FIRST_MILLIS;
    private long untilMillis = Long.MIN_VALUE;

    /** Takes note of a failure; returns how long to wait. */
    public long failed(long nowMillis) {
        long wait = nextMillis;
        untilMillis = nowMillis + wait;
        nextMillis = Math.min(2 * wait, MAX_MILLIS);
        return wait;
    }

    /** Takes note of a success. */
    public void succeeded() {
        nextMillis = FIRST_MILLIS;
        untilMillis = Long.MIN_VALUE;
    }

    /** How long to wait from now; 0 or less if nothing is in the way. */
    public long waitMillis(long nowMillis) {
        return untilMillis == Long.MIN_VALUE ? 0 : untilMillis - nowMillis;
    }
}
