package io.tidemark.runtime.window;

import io.tidemark.planner.calendar.CalendarEdges;

/**
 * Windows that follow a calendar. Those of the last period found are remembered, since looking one up in a calendar is slow; of the windows of a
 * period, a time is in those that end after it.
 */
abstract class PeriodWindows implements WindowAssigner {

    static final long MICROS_PER_DAY = 86_400_000_000L;

    final CalendarEdges edges;
    private final WindowList known = new WindowList();
    private long from = Long.MAX_VALUE;
    private long until = Long.MIN_VALUE;

    PeriodWindows(CalendarEdges edges) {
        this.edges = edges;
    }

    /** Adds the windows that hold any time of a period, in the order of their ends. */
    abstract void find(long period, WindowList windows);

    @Override
    public final void assign(long time, WindowList windows) {
        if (time < from || time >= until) {
            long period = edges.index(time);
            from = edges.edge(period);
            until = edges.edge(period + 1);
            known.clear();
            find(period, known);
        }
        windows.clear();
        for (int i = 0; i < known.count; i++) {
            if (known.ends[i] > time) {
                windows.add(known.starts[i], known.ends[i]);
            }
        }
    }
}
