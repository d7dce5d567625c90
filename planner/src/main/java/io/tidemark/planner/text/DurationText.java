package io.tidemark.planner.text;

import io.tidemark.planner.calendar.WindowLength;

/** Lengths of time as people write them. */
public final class DurationText {
    private static final long[] UNIT_MICROS = {86_400_000_000L, 3_600_000_000L, 60_000_000L, 1_000_000L, 1_000L, 1L};
    private static final String[] UNIT_NAMES = {"day", "hour", "minute", "second", "ms", "µs"};
    private static final int MONTHS_PER_YEAR = 12;
    private static final int FIRST_WITHOUT_PLURAL = 4;

    private DurationText() {}

    /** A length of a window. */
    public static String of(WindowLength length) {
        if (!length.isMonths()) {
            return of(length.micros());
        }
        int years = length.months() / MONTHS_PER_YEAR;
        boolean whole = length.months() % MONTHS_PER_YEAR == 0;
        int count = whole ? years : length.months();
        return count + (whole ? " year" : " month") + (count == 1 ? "" : "s");
    }

    /** The length in the greatest unit that divides it, as in {@code 2 days}, {@code 90 minutes} or {@code 1500 ms}. */
    public static String of(long micros) {
        for (int i = 0; i < UNIT_MICROS.length; i++) {
            if (micros != 0 && micros % UNIT_MICROS[i] == 0) {
                long count = micros / UNIT_MICROS[i];
                boolean plural = i < FIRST_WITHOUT_PLURAL && Math.abs(count) != 1;
                return count + " " + UNIT_NAMES[i] + (plural ? "s" : "");
            }
        }
        return "0 seconds";
    }
}
