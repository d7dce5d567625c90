package io.tidemark.runtime.window;

import io.tidemark.planner.calendar.CalendarEdges;
import io.tidemark.planner.calendar.WindowLength;

/**
 * Tells which windows a time is in. One for each operator: it may remember the last answer.
 *
 * <p><b>Units</b>: micros.
 */
public interface WindowAssigner {

    /** Whether each time is in exactly one window. */
    boolean isSingle();

    /** The most micros by which a window's edge can be away from a time in it. */
    long reach();

    /** Puts the windows that hold {@code time} into {@code windows}, in place of what is there, in the order of their ends. */
    void assign(long time, WindowList windows);

    /** Windows [k * size + offset, (k + 1) * size + offset). */
    static WindowAssigner tumbling(long size, long offset) {
        return new FixedWindows(size, size, offset);
    }

    /** Windows [k * slide + offset, k * slide + offset + size); a time may be in none if the slide is greater than the size. */
    static WindowAssigner hopping(long size, long slide, long offset) {
        return new FixedWindows(size, slide, offset);
    }

    /** Windows [k * size + offset, k * size + offset + n * step) for n from 1 to size / step. */
    static WindowAssigner cumulating(long size, long step, long offset) {
        return new CumulatingWindows(size, step, offset);
    }

    /**
     * Of the windows that hold a time only the earliest, where it tells the others: that of {@link #hopping} windows whose size is a multiple of
     * the slide.
     */
    static WindowAssigner earliestHopping(long size, long slide, long offset) {
        return new EarliestWindows(size, slide, offset, false);
    }

    /** Of the windows that hold a time only the earliest: that of {@link #cumulating} windows whose size is a multiple of the step. */
    static WindowAssigner earliestCumulating(long size, long step, long offset) {
        return new EarliestWindows(size, step, offset, true);
    }

    /** Windows from each edge of a calendar to the {@code count}-th edge after it. */
    static WindowAssigner byCalendar(CalendarEdges edges, int count) {
        return new CalendarWindows(edges, count);
    }

    /** Windows from each edge of a calendar to a whole number of steps later, the last to the next edge. */
    static WindowAssigner cumulatingByCalendar(CalendarEdges edges, WindowLength step) {
        return new CumulatingCalendarWindows(edges, step);
    }
}
