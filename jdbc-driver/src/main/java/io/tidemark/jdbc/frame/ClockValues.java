package io.tidemark.jdbc.frame;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Times of a wall clock in micros: since 1970-01-01 00:00, or of the day. */
final class ClockValues extends NullableValues {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1000;

    private final FrameNumbers micros;
    private final boolean isOfDay;

    ClockValues(@Nullable FrameBits nulls, FrameNumbers micros, boolean isOfDay) {
        super(nulls);
        this.micros = micros;
        this.isOfDay = isOfDay;
    }

    @Override
    Object object(int row) {
        long value = micros.of(row);
        if (isOfDay) {
            return LocalTime.ofNanoOfDay(value * NANOS_PER_MICRO);
        }
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(value, MICROS_PER_SECOND),
                (int) Math.floorMod(value, MICROS_PER_SECOND) * NANOS_PER_MICRO,
                ZoneOffset.UTC);
    }
}
