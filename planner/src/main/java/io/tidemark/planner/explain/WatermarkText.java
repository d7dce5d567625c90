package io.tidemark.planner.explain;

import io.tidemark.planner.calendar.CalendarFloor;
import io.tidemark.planner.calendar.WindowLength;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.planner.text.DurationText;

/** Watermarks of columns as conditions: which values come no more, given the watermark W of the event time. */
final class WatermarkText {
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long MICROS_PER_MILLI = 1_000;

    private WatermarkText() {}

    /** The condition under which a value of the column is final, as in {@code window_end <= W}. */
    static String passed(String column, WatermarkTransform transform) {
        if (transform.calendar().isPresent()) {
            return column + " < " + floor(transform.calendar().get(), transform.plusMicros() + 1);
        }
        if (transform.unitMicros() == MICROS_PER_DAY) {
            return column + " < DATE(" + bucketed(transform, transform.plusMicros() + MICROS_PER_DAY) + ")";
        }
        if (transform.bucketMicros() > 0) {
            return column + " < " + bucketed(transform, transform.plusMicros() + 1);
        }
        long plus = transform.plusMicros();
        return (plus + 1) % MICROS_PER_MILLI == 0
                ? column + " < " + shifted("W", plus + 1)
                : column + " <= " + shifted("W", plus);
    }

    private static String floor(CalendarFloor floor, long plus) {
        WindowLength period = floor.edges().period();
        String begin = "FLOOR(" + shifted("W", floor.beforeMicros()) + " TO " + DurationText.of(period) + ")";
        int back = floor.periodsBack();
        String periods = back == 0
                ? ""
                : " - " + DurationText.of(new WindowLength(back * period.months(), back * period.micros()));
        return shifted(begin + periods, plus);
    }

    private static String bucketed(WatermarkTransform transform, long plus) {
        if (transform.bucketMicros() <= 0) {
            return shifted("W", plus);
        }
        long begin = Math.floorMod(transform.bucketOffsetMicros(), transform.bucketMicros());
        String inside = shifted("W", -begin);
        String floor = "FLOOR(" + inside + " TO " + DurationText.of(transform.bucketMicros()) + ")";
        return shifted(floor, plus + begin);
    }

    private static String shifted(String base, long plus) {
        if (plus == 0) {
            return base;
        }
        return base + (plus > 0 ? " + " : " - ") + DurationText.of(Math.abs(plus));
    }
}
