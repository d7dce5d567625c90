package io.tidemark.runtime.window;

import java.util.Arrays;

/** Some windows, by their edges in micros. Made once and filled anew. */
public final class WindowList {

    private static final int FIRST_CAPACITY = 16;

    long[] starts = new long[FIRST_CAPACITY];
    long[] ends = new long[FIRST_CAPACITY];
    int count;

    private long from;
    private long until;

    /** Forgets the windows. */
    void clear() {
        count = 0;
        from = 0;
        until = 0;
    }

    /** Says that all times from {@code first} to before {@code end} have these windows. */
    void holdFor(long first, long end) {
        from = first;
        until = end;
    }

    /** Whether a time is known to have these windows. */
    boolean holdFor(long time) {
        return time >= from && time < until;
    }

    /** Adds the window [start, end). */
    void add(long start, long end) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        starts[count] = start;
        ends[count++] = end;
    }
}
