package io.tidemark.runtime.operator;

/**
 * How event time is cut into windows [start, start + size), with start = k * slide + offset for every whole k.
 *
 * <p><b>Units</b>: micros.
 *
 * @param kind TUMBLE: slide and size are equal and each row is in one window; HOP: a row is in size / slide windows, or in none between them
 * @param timeColumn the index of the event-time column in the input
 */
public record WindowAssignment(Kind kind, int timeColumn, long sizeMicros, long slideMicros, long offsetMicros) {

    /** The kinds of windows. */
    public enum Kind {
        TUMBLE,
        HOP
    }
}
