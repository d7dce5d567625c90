package io.tidemark.runtime.window;

import io.tidemark.planner.incremental.CalendarEdges;
import io.tidemark.planner.incremental.WindowLength;

/** Windows that begin with a day, some days or months, and grow by a step. The ends of the last period found are remembered. */
final class CumulatingCalendarWindows implements WindowAssigner {

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final CalendarEdges edges;
    private final WindowLength step;
    private final WindowList known = new WindowList();
    private long from = Long.MAX_VALUE;
    private long until = Long.MIN_VALUE;

    CumulatingCalendarWindows(CalendarEdges edges, WindowLength step) {
        this.edges = edges;
        this.step = step;
    }

    @Override
    public boolean isSingle() {
        return edges.period().equals(step);
    }

    @Override
    public long reach() {
        return 2 * edges.period().mostMicros() + Math.abs(edges.offsetMicros()) + 2 * MICROS_PER_DAY;
    }

    @Override
    public void assign(long time, WindowList windows) {
        if (time < from || time >= until) {
            find(time);
        }
        windows.clear();
        for (int i = 0; i < known.count; i++) {
            if (known.ends[i] > time) {
                windows.add(from, known.ends[i]);
            }
        }
    }

    private void find(long time) {
        long index = edges.index(time);
        from = edges.edge(index);
        until = edges.edge(index + 1);
        known.clear();
        long end = from;
        for (long count = 1; end < until; count++) {
            long next = Math.min(until, step.isDays() ? edges.after(index, count, step) : from + count * step.micros());
            if (next > end) {
                known.add(from, next);
                end = next;
            }
        }
    }
}
