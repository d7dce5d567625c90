package io.tidemark.runtime.translate.function;

import org.jspecify.annotations.Nullable;

/**
 * DATE_FORMAT with a pattern that may change from row to row. The last pattern is kept compiled, and the last text: most rows of a stream lie in
 * the same minute or day as the row before. Not for use by several threads.
 */
public final class DateFormat {

    private final TimePattern.Line line = new TimePattern.Line();
    private final Slice lastPattern = new Slice();
    private @Nullable TimePattern compiled;
    private long lastPeriod = Long.MIN_VALUE;

    /** Refuses a pattern that is none. */
    public static void check(String pattern) {
        TimePattern.of(pattern);
    }

    /** Writes a local time in microseconds as a pattern says. */
    public void format(long micros, Slice pattern, Slice out) {
        TimePattern current = compiled;
        if (current == null || !Slice.equal(pattern, lastPattern)) {
            current = TimePattern.of(pattern.string());
            byte[] copy = pattern.copy();
            lastPattern.point(copy, 0, copy.length);
            compiled = current;
            lastPeriod = Long.MIN_VALUE;
        }
        long period = Math.floorDiv(micros, current.unitMicros());
        if (period != lastPeriod) {
            current.write(micros, line);
            lastPeriod = period;
        }
        line.show(out);
    }
}
