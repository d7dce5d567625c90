package io.tidemark.planner.incremental;

/**
 * How event time is cut into windows [start, start + size), start = k * slide + offset.
 *
 * <p><b>Units</b>: micros.
 *
 * @param kind TUMBLE (slide = size) or HOP
 * @param timeColumn the event-time column's index in the input
 */
public record WindowSpec(Kind kind, int timeColumn, long sizeMicros, long slideMicros, long offsetMicros) {

    /** The kinds of windows. */
    public enum Kind {
        TUMBLE,
        HOP
    }
}
