package io.tidemark.runtime.translate.function;

/**
 * Arithmetic of dates and times in the proleptic Gregorian calendar.
 *
 * <p><b>Units</b>: dates are days since 1970-01-01, timestamps micros since then on their own axis, times micros since midnight. <b>Source</b>:
 * the conversion between days and civil dates counts in 400-year eras that begin in March.
 */
public final class Times {

    /** Micros in a second. */
    public static final long SECOND = 1_000_000L;

    /** Micros in a minute. */
    public static final long MINUTE = 60 * SECOND;

    /** Micros in an hour. */
    public static final long HOUR = 60 * MINUTE;

    /** Micros in a day. */
    public static final long DAY = 24 * HOUR;

    private static final long DAYS_PER_ERA = 146_097;
    private static final long DAYS_TO_EPOCH = 719_468;
    private static final long MAX_MONTHS = 12L * 300_000;

    private Times() {}

    /** The date of a timestamp. */
    public static long dayOf(long micros) {
        return Math.floorDiv(micros, DAY);
    }

    /** The time of day of a timestamp. */
    public static long timeOf(long micros) {
        return Math.floorMod(micros, DAY);
    }

    /** Months since January of year 0, of a date. */
    public static long months(long day) {
        long shifted = day + DAYS_TO_EPOCH;
        long era = Math.floorDiv(shifted, DAYS_PER_ERA);
        long dayOfEra = shifted - era * DAYS_PER_ERA;
        long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long marchMonth = (5 * dayOfYear + 2) / 153;
        return (yearOfEra + era * 400) * 12 + marchMonth + 2;
    }

    /** The first day of a month counted since January of year 0. */
    public static long firstDay(long months) {
        long marchMonths = months - 2;
        long year = Math.floorDiv(marchMonths, 12);
        long month = marchMonths - year * 12;
        long era = Math.floorDiv(year, 400);
        long yearOfEra = year - era * 400;
        long dayOfYear = (153 * month + 2) / 5;
        return era * DAYS_PER_ERA + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - DAYS_TO_EPOCH;
    }

    /** The date with these fields, which the caller has checked. */
    public static long date(long year, int month, int dayOfMonth) {
        return firstDay(year * 12 + month - 1) + dayOfMonth - 1;
    }

    /** The year of a date. */
    public static long year(long day) {
        return Math.floorDiv(months(day), 12);
    }

    /** The month, 1 to 12. */
    public static long month(long day) {
        return Math.floorMod(months(day), 12) + 1L;
    }

    /** The day of the month, 1 to 31. */
    public static long dayOfMonth(long day) {
        return day - firstDay(months(day)) + 1;
    }

    /** The quarter, 1 to 4. */
    public static long quarter(long day) {
        return (month(day) + 2) / 3;
    }

    /** The day of the year, 1 to 366. */
    public static long dayOfYear(long day) {
        return day - firstDay(year(day) * 12) + 1;
    }

    /** The day of the week, 1 for Sunday to 7. */
    public static long dayOfWeek(long day) {
        return Math.floorMod(day + 4, 7) + 1L;
    }

    /** The day of the week by ISO 8601, 1 for Monday to 7. */
    public static long isoDayOfWeek(long day) {
        return Math.floorMod(day + 3, 7) + 1L;
    }

    /** The year that the ISO week of a date belongs to. */
    public static long isoYear(long day) {
        return year(day + 4 - isoDayOfWeek(day));
    }

    /** The ISO week, 1 to 53. */
    public static long isoWeek(long day) {
        return (dayOfYear(day + 4 - isoDayOfWeek(day)) - 1) / 7 + 1;
    }

    /** The decade: the year divided by ten. */
    public static long decade(long day) {
        return Math.floorDiv(year(day), 10);
    }

    /** The century: the first begins with year 1. */
    public static long century(long day) {
        return Math.floorDiv(year(day) - 1, 100) + 1L;
    }

    /** The millennium: the first begins with year 1. */
    public static long millennium(long day) {
        return Math.floorDiv(year(day) - 1, 1000) + 1L;
    }

    /** The date so many months later, on the last day of the month if the month is too short. */
    public static long plusMonths(long day, long months) {
        long start = months(day);
        long target = start + months;
        if (months > MAX_MONTHS || months < -MAX_MONTHS || target > MAX_MONTHS || target < -MAX_MONTHS) {
            throw RowFailures.timeRange(months + " months", "DATE");
        }
        long first = firstDay(target);
        long length = firstDay(target + 1) - first;
        return first + Math.min(day - firstDay(start), length - 1);
    }

    /** The timestamp so many months later. */
    public static long plusMonthsMicros(long micros, long months) {
        return plus(micros(plusMonths(dayOf(micros), months)), timeOf(micros));
    }

    /** A timestamp plus an interval. */
    public static long plus(long micros, long interval) {
        long sum = micros + interval;
        if (((micros ^ sum) & (interval ^ sum)) < 0) {
            throw RowFailures.timeRange(interval + " microseconds", "TIMESTAMP");
        }
        return sum;
    }

    /** The difference of two timestamps. */
    public static long minus(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw RowFailures.timeRange(a + " - " + b + " microseconds", "INTERVAL");
        }
        return difference;
    }

    /** A date's first moment. */
    public static long micros(long day) {
        long micros = day * DAY;
        if (Math.multiplyHigh(day, DAY) != micros >> 63) {
            throw RowFailures.timeRange(day + " days", "TIMESTAMP");
        }
        return micros;
    }

    /** Whole months from {@code b} to {@code a}: a month counts once its day and time are reached. */
    public static long monthsBetween(long a, long b) {
        if (a < b) {
            return -monthsBetween(b, a);
        }
        long whole = months(dayOf(a)) - months(dayOf(b));
        return plusMonthsMicros(b, whole) > a ? whole - 1 : whole;
    }

    /** The greatest multiple of {@code unit}, shifted by {@code origin}, that is not above a value. */
    public static long floor(long value, long unit, long origin) {
        return Math.floorDiv(value - origin, unit) * unit + origin;
    }

    /** The least multiple of {@code unit}, shifted by {@code origin}, that is not below a value. */
    public static long ceil(long value, long unit, long origin) {
        return floor(value + unit - 1, unit, origin);
    }

    /** The first day of the period of {@code unit} months, counted from month {@code origin}, that a date is in. */
    public static long floorMonths(long day, long unit, long origin) {
        return firstDay(floor(months(day), unit, origin));
    }

    /** The date itself if a period of {@code unit} months begins on it, else the first day of the next period. */
    public static long ceilMonths(long day, long unit, long origin) {
        long first = floorMonths(day, unit, origin);
        return first == day ? day : firstDay(floor(months(day), unit, origin) + unit);
    }

    /** As {@link #ceilMonths} for a timestamp. */
    public static long ceilMonthsMicros(long micros, long unit, long origin) {
        return micros(ceilMonths(timeOf(micros) == 0 ? dayOf(micros) : dayOf(micros) + 1, unit, origin));
    }
}
