package io.tidemark.runtime.window;

import io.tidemark.planner.calendar.CalendarEdges;

/** Windows of a number of days or months. */
final class CalendarWindows extends PeriodWindows {

    private final int count;

    CalendarWindows(CalendarEdges edges, int count) {
        super(edges);
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
    void find(long period, WindowList windows) {
        for (long start = period - count + 1; start <= period; start++) {
            windows.add(edges.edge(start), edges.edge(start + count));
        }
    }
}
