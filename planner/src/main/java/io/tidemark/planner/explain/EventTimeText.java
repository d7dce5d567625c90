package io.tidemark.planner.explain;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/** Event times as people read them: with as many digits behind the second as there are. */
public final class EventTimeText {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_MILLI = 1_000;

    private EventTimeText() {}

    /** A time in micros since the epoch. */
    public static String of(long micros) {
        long second = Math.floorDiv(micros, MICROS_PER_SECOND);
        long rest = Math.floorMod(micros, MICROS_PER_SECOND);
        LocalDateTime time =
                LocalDateTime.ofEpochSecond(second, (int) TimeUnit.MICROSECONDS.toNanos(rest), ZoneOffset.UTC);
        DateTimeFormatter format = rest == 0 ? SECONDS : rest % MICROS_PER_MILLI == 0 ? MILLIS : MICROS;
        return format.format(time);
    }

    /** A watermark, which may be none yet, or past everything. */
    public static String watermark(long micros) {
        return micros == Long.MIN_VALUE ? "none yet" : micros == Long.MAX_VALUE ? "past everything" : of(micros);
    }
}
