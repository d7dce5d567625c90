package io.tidemark.runtime.pace;

/** Says when the next epoch may begin. <b>Units</b>: milliseconds of any clock that does not go back. */
public final class Pacer {

    private static final long NEVER_BEGAN = Long.MIN_VALUE;

    private final long intervalMillis;
    private final boolean onGrid;
    private long beganMillis = NEVER_BEGAN;

    private Pacer(long intervalMillis, boolean onGrid) {
        this.intervalMillis = intervalMillis;
        this.onGrid = onGrid;
    }

    /** At least so long after the last epoch began. */
    public static Pacer spaced(long millis) {
        return new Pacer(millis, false);
    }

    /** At multiples of an interval since the clock's zero; those missed are skipped. The first epoch need not wait. */
    public static Pacer grid(long millis) {
        return new Pacer(Math.max(1, millis), true);
    }

    /** How long to wait from now; 0 or less if an epoch may begin. */
    public long waitMillis(long nowMillis) {
        if (beganMillis == NEVER_BEGAN) {
            return 0;
        }
        long due = onGrid
                ? (Math.floorDiv(beganMillis, intervalMillis) + 1) * intervalMillis
                : beganMillis + intervalMillis;
        return due - nowMillis;
    }

    /** Takes note that an epoch has begun, or that there was nothing to do at its time. */
    public void began(long nowMillis) {
        beganMillis = nowMillis;
    }

    /** Whether a time without input is passed over until the next point of the grid. */
    public boolean isGrid() {
        return onGrid;
    }
}
