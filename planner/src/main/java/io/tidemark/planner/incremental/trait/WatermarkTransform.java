package io.tidemark.planner.incremental.trait;

import io.tidemark.planner.calendar.CalendarFloor;
import java.util.Optional;

/**
 * How a column's own watermark follows from the watermark of the event time below it.
 *
 * <p>A column's watermark v promises: no row with a value at or below v will come any more. With the event-time watermark W (rows before W are
 * late), the event-time column itself has v = W - 1; window_end has v = W; window_start has v = W - size.
 *
 * <p><b>Units</b>: micros.
 *
 * @param bucketMicros if positive, W is first brought down to a multiple of this (plus {@code bucketOffsetMicros}): for columns made by FLOOR
 * @param bucketOffsetMicros where the buckets begin
 * @param plusMicros added at the end
 * @param unitMicros what the sum is divided by, rounding down: 1, or a day's micros for a DATE column
 * @param calendar if present, W is first brought down by a calendar instead: for columns made by windows of days or months, or by FLOOR
 */
public record WatermarkTransform(
        long bucketMicros,
        long bucketOffsetMicros,
        long plusMicros,
        long unitMicros,
        Optional<CalendarFloor> calendar) {

    /** A transform without a calendar. */
    public WatermarkTransform(long bucketMicros, long bucketOffsetMicros, long plusMicros, long unitMicros) {
        this(bucketMicros, bucketOffsetMicros, plusMicros, unitMicros, Optional.empty());
    }

    /** v = the beginning of a calendar's period, and {@code plus}. */
    public static WatermarkTransform floor(CalendarFloor calendar, long plusMicros) {
        return new WatermarkTransform(0, 0, plusMicros, 1, Optional.of(calendar));
    }

    /** A transform that never gives more, and has no calendar. */
    public WatermarkTransform withoutCalendar() {
        return calendar.map(floor -> plus(Math.addExact(plusMicros, floor.leastMicros())))
                .orElse(this);
    }

    /** v = W + plus. */
    public static WatermarkTransform plus(long plusMicros) {
        return new WatermarkTransform(0, 0, plusMicros, 1);
    }

    /** The column's watermark, in the column's own unit, for an event-time watermark; {@link Long#MIN_VALUE} stays, as does MAX_VALUE. */
    public long apply(long watermarkMicros) {
        if (watermarkMicros == Long.MIN_VALUE || watermarkMicros == Long.MAX_VALUE) {
            return watermarkMicros;
        }
        long value = watermarkMicros;
        if (calendar.isPresent()) {
            value = calendar.get().of(value);
        }
        if (bucketMicros > 0) {
            value = Math.floorDiv(value - bucketOffsetMicros, bucketMicros) * bucketMicros + bucketOffsetMicros;
        }
        return Math.floorDiv(value + plusMicros, unitMicros);
    }
}
