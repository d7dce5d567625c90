package io.tidemark.runtime.window;

import io.tidemark.planner.incremental.CalendarEdges;

/** Windows of a number of days or months. The last period found is remembered, since looking one up in a calendar is slow. */
final class CalendarWindows implements WindowAssigner {

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final CalendarEdges edges;
    private final int count;
    private final WindowList known = new WindowList();
    private long from = Long.MAX_VALUE;
    private long until = Long.MIN_VALUE;

    CalendarWindows(CalendarEdges edges, int count) {
        this.edges = edges;
        this.count = count;
    }

    @Override
    public boolean isSingle() {
        return count == 1;
    }

    @Override
    public long reach() {
        return (count + 1) * edges.period().mostMicros() + Math.abs(edges.offsetMicros()) + 2 * MICROS_PER_DAY;
    }

    @Override
    public void assign(long time, WindowList windows) {
        if (time < from || time >= until) {
            find(time);
        }
        windows.clear();
        for (int i = 0; i < known.count; i++) {
            windows.add(known.starts[i], known.ends[i]);
        }
    }

    private void find(long time) {
        long index = edges.index(time);
        from = edges.edge(index);
        until = edges.edge(index + 1);
        known.clear();
        for (long start = index - count + 1; start <= index; start++) {
            known.add(edges.edge(start), edges.edge(start + count));
        }
    }
}
