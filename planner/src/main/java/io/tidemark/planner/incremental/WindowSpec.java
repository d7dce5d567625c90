package io.tidemark.planner.incremental;

import io.tidemark.planner.calendar.WindowLength;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * How event time is cut into windows.
 *
 * <p>TUMBLE: [k * size, (k + 1) * size), moved by the offset. HOP: [k * slide, k * slide + size). CUMULATE: within each window that TUMBLE
 * of {@code size} makes, those that begin with it and end 1, 2, … times {@code slide} later, the last with it. SESSION: rows of equal
 * partition columns of which each is less than {@code size} after the one before; from the first until {@code size} after the last.
 *
 * @param timeColumn the event-time column's index in the input
 * @param size of a window; the greatest one of CUMULATE, the gap of SESSION
 * @param slide between two windows' starts, of CUMULATE between their ends; as {@code size} for TUMBLE and SESSION
 * @param offsetMicros how far the windows are moved
 * @param calendar whose days and months the windows follow; empty where each window is as long as the others
 * @param partitionColumns indexes of the input's columns; empty for all kinds but SESSION
 */
public record WindowSpec(
        Kind kind,
        int timeColumn,
        WindowLength size,
        WindowLength slide,
        long offsetMicros,
        Optional<ZoneId> calendar,
        List<Integer> partitionColumns) {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    public WindowSpec {
        partitionColumns = List.copyOf(partitionColumns);
    }

    /** The kinds of windows. */
    public enum Kind {
        TUMBLE,
        HOP,
        CUMULATE,
        SESSION
    }

    /** The most microseconds between the start of a window and its end. By a calendar a day more, for clocks that are put back. */
    public long mostMicros() {
        return size.mostMicros() + (calendar.isPresent() ? MICROS_PER_DAY : 0);
    }

    /** Whether the start of a window tells its end. */
    public boolean startTellsEnd() {
        return kind != Kind.CUMULATE;
    }
}
