package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.Slice;
import io.tidemark.runtime.translate.function.Times;
import org.jspecify.annotations.Nullable;

/** Times by a format that may change from row to row. <b>Units</b>: micros since the epoch, or days. Not for use by several threads. */
public final class TimeFormatCache {

    private final Slice lastFormat = new Slice();
    private @Nullable TimeFormat format;

    /** Writes a time. */
    public void write(long micros, Slice pattern, Slice out) {
        out.setString(format(pattern).write(micros));
    }

    /** Reads a date; what the format has beside it does not matter. */
    public long readDate(Slice text, Slice pattern) {
        return Times.dayOf(format(pattern).read(text.string(), "DATE"));
    }

    /** Reads a timestamp. */
    public long readTimestamp(Slice text, Slice pattern) {
        return format(pattern).read(text.string(), "TIMESTAMP");
    }

    private TimeFormat format(Slice pattern) {
        TimeFormat current = format;
        if (current == null || !Slice.equal(pattern, lastFormat)) {
            current = TimeFormat.of(pattern.string());
            lastFormat.point(pattern.copy(), 0, pattern.length);
            format = current;
        }
        return current;
    }
}
