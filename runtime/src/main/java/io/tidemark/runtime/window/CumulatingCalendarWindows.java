package io.tidemark.runtime.window;

import io.tidemark.planner.calendar.CalendarEdges;
import io.tidemark.planner.calendar.WindowLength;

/** Windows that begin with a day, some days or months, and grow by a step. */
final class CumulatingCalendarWindows extends PeriodWindows {

    private final WindowLength step;

    CumulatingCalendarWindows(CalendarEdges edges, WindowLength step) {
        super(edges);
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
    void find(long period, WindowList windows) {
        long from = edges.edge(period);
        long until = edges.edge(period + 1);
        long end = from;
        for (long count = 1; end < until; count++) {
            long next =
                    Math.min(until, step.isDays() ? edges.after(period, count, step) : from + count * step.micros());
            if (next > end) {
                windows.add(from, next);
                end = next;
            }
        }
    }
}
