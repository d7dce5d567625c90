package io.tidemark.shell.live;

import java.util.ArrayDeque;
import java.util.Deque;

/** How many a second, over the last five seconds. <b>Units</b>: times are nanoseconds. */
final class Rate {

    private static final long WINDOW_NANOS = 5_000_000_000L;
    private static final double NANOS = 1e9;

    private record Counted(long at, long count) {}

    private final Deque<Counted> counted = new ArrayDeque<>();
    private final long begun;

    Rate(long now) {
        begun = now;
    }

    void add(long now, long count) {
        counted.add(new Counted(now, count));
    }

    double perSecond(long now) {
        while (!counted.isEmpty() && counted.peek().at() < now - WINDOW_NANOS) {
            counted.remove();
        }
        long window = Math.max(1, Math.min(WINDOW_NANOS, now - begun));
        return counted.stream().mapToLong(Counted::count).sum() / (Math.max((double) window, NANOS) / NANOS);
    }
}
