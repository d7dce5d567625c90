package io.tidemark.server.explain;

import io.tidemark.planner.text.DurationText;
import java.time.Duration;

/** Lengths of time as people say them. */
final class Periods {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long SECONDS_PER_HOUR = 3600;
    private static final long SECONDS_PER_DAY = 86_400;

    private Periods() {}

    /** An exact length, such as an interval that someone gave. */
    static String text(Duration length) {
        return DurationText.of(length.toNanos() / 1000);
    }

    /** About how long, in the unit in which it is at least 2. */
    static String about(long micros) {
        long seconds = micros / MICROS_PER_SECOND;
        if (seconds < 2 * SECONDS_PER_MINUTE) {
            return seconds < 1 ? "less than 1 second" : DurationText.of(seconds * MICROS_PER_SECOND);
        }
        long unit = seconds < 2 * SECONDS_PER_HOUR
                ? SECONDS_PER_MINUTE
                : seconds < 2 * SECONDS_PER_DAY ? SECONDS_PER_HOUR : SECONDS_PER_DAY;
        return DurationText.of(seconds / unit * unit * MICROS_PER_SECOND).replaceFirst("^", "about ");
    }
}
