package io.tidemark.runtime.match;

import java.util.Arrays;

/** Numbers by time, the least time first. <b>Cost</b>: 12 bytes a number; O(log n) to add one and to take one. */
final class TimeHeap {

    private long[] times = new long[16];
    private int[] items = new int[16];
    private int size;

    void add(long time, int item) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            items = Arrays.copyOf(items, size * 2);
        }
        int at = size++;
        while (at > 0 && times[(at - 1) / 2] > time) {
            times[at] = times[(at - 1) / 2];
            items[at] = items[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        times[at] = time;
        items[at] = item;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The least time; there is one. */
    long least() {
        return times[0];
    }

    /** Takes the number with the least time. */
    int take() {
        int taken = items[0];
        size--;
        long time = times[size];
        int item = items[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (times[child] >= time) {
                break;
            }
            times[at] = times[child];
            items[at] = items[child];
            at = child;
        }
        times[at] = time;
        items[at] = item;
        return taken;
    }

    void clear() {
        size = 0;
    }

    long sizeBytes() {
        return (Long.BYTES + Integer.BYTES) * (long) times.length;
    }
}
