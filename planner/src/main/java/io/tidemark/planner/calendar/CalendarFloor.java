package io.tidemark.planner.calendar;

/**
 * Brings a time down to the beginning of the period of a calendar that it is in, or of an earlier one.
 *
 * @param beforeMicros added to the time at first
 * @param edges where the periods begin
 * @param periodsBack how many periods before the one with the time
 */
public record CalendarFloor(long beforeMicros, CalendarEdges edges, int periodsBack) {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    /** The beginning, micros. */
    public long of(long micros) {
        return edges.edge(edges.index(micros + beforeMicros) - periodsBack);
    }

    /** The least that is ever added to a time: periods are as long as they can be, and clocks may be put back. */
    public long leastMicros() {
        return beforeMicros - (periodsBack + 1) * edges.period().mostMicros() - MICROS_PER_DAY;
    }
}
