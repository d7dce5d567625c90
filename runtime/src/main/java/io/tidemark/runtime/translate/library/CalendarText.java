package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Slice;
import io.tidemark.runtime.translate.function.Times;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;

/** Names of days and months in English, and dates of their parts. <b>Units</b>: days since the epoch. */
public final class CalendarText {

    static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    /** Monday is the first. */
    static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    private static final int MAX_YEAR = 9999;

    private CalendarText() {}

    /** The name of the day of the week. */
    public static void dayName(long day, Slice out) {
        out.setString(DAYS.get((int) Times.isoDayOfWeek(day) - 1));
    }

    /** The name of the month. */
    public static void monthName(long day, Slice out) {
        out.setString(MONTHS.get((int) Times.month(day) - 1));
    }

    /** The last day of the month. */
    public static long lastDay(long day) {
        return Times.firstDay(Times.months(day) + 1) - 1;
    }

    /** A date of its parts. <b>Errors</b>: {@code ROW-07} if there is none, or its year is not one of 1 to 9999. */
    public static long date(long year, long month, long day) {
        if (year >= 1 && year <= MAX_YEAR && month == (int) month && day == (int) day) {
            try {
                return LocalDate.of((int) year, (int) month, (int) day).toEpochDay();
            } catch (DateTimeException missing) {
                throw RowFailures.timeRange(year + "-" + month + "-" + day, "DATE")
                        .cause(missing);
            }
        }
        throw RowFailures.timeRange(year + "-" + month + "-" + day, "DATE");
    }
}
