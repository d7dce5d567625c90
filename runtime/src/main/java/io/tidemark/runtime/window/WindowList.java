package io.tidemark.runtime.window;

import java.util.Arrays;

/** Some windows, by their edges in micros. Made once and filled anew. */
public final class WindowList {

    private static final int FIRST_CAPACITY = 16;

    long[] starts = new long[FIRST_CAPACITY];
    long[] ends = new long[FIRST_CAPACITY];
    int count;

    /** Forgets the windows. */
    void clear() {
        count = 0;
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
