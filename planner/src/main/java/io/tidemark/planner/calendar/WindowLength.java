package io.tidemark.planner.calendar;

/**
 * A length of time: a number of months, which are not equally long, or a number of microseconds. One of the two is 0.
 *
 * @param months a year has 12
 * @param micros may be negative only in an offset
 */
public record WindowLength(int months, long micros) {
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final int LONGEST_MONTH_DAYS = 31;

    public WindowLength {
        if (months != 0 && micros != 0) {
            throw new IllegalArgumentException(months + " months and " + micros + " µs");
        }
    }

    /** A length in microseconds. */
    public static WindowLength ofMicros(long micros) {
        return new WindowLength(0, micros);
    }

    /** Whether it is zero or less. */
    public boolean isEmpty() {
        return months <= 0 && micros <= 0;
    }

    /** Whether it is a number of months. */
    public boolean isMonths() {
        return months != 0;
    }

    /** Whether it is a number of whole days or of months, which a calendar counts. */
    public boolean isDays() {
        return isMonths() || micros % MICROS_PER_DAY == 0;
    }

    /** The number of days of a length that is whole days, not months. */
    public long days() {
        return micros / MICROS_PER_DAY;
    }

    /** The most microseconds that it can be, where each day has 24 hours. */
    public long mostMicros() {
        return isMonths() ? Math.multiplyExact((long) months * LONGEST_MONTH_DAYS, MICROS_PER_DAY) : micros;
    }

    /** How often {@code part} fits into it; -1 if not exactly, or if one is in months and the other not. */
    public long dividedBy(WindowLength part) {
        if (isMonths() != part.isMonths()) {
            return -1;
        }
        long whole = isMonths() ? months : micros;
        long one = isMonths() ? part.months : part.micros;
        return whole % one == 0 ? whole / one : -1;
    }
}
