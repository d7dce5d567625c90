package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Times;
import io.tidemark.sql.error.CodedException;
import java.util.List;

/** Reads the fields of a time from left to right. */
final class TimeReader {

    private static final int MAX_YEAR = 9999;
    private static final int FIRST_YEAR_OF_TWO_DIGITS = 70;

    private final String text;
    private final String type;
    private int at;
    private long year = 1;
    private long month = 1;
    private long day = 1;
    private long dayOfYear;
    private long hour;
    private boolean halfDays;
    private boolean afternoon;
    private long minute;
    private long second;
    private long fraction;

    TimeReader(String text, String type) {
        this.text = text.strip();
        this.type = type;
    }

    /** Passes a character; blanks may be several, or none. */
    void literal(char expected) {
        if (Character.isWhitespace(expected)) {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        } else if (at < text.length() && text.charAt(at) == expected) {
            at++;
        } else {
            throw wrongForm();
        }
    }

    /** Reads a field. */
    void field(TimeField field) {
        if (!field.isRead()) {
            throw RowFailures.invalidArgument("a format of times", field + " is written, but not read");
        }
        switch (field) {
            case YYYY -> year = inRange(digits(field), 1, MAX_YEAR);
            case YY -> {
                long number = digits(field);
                year = number + (number < FIRST_YEAR_OF_TWO_DIGITS ? 2000 : 1900);
            }
            case MM -> month = inRange(digits(field), 1, 12);
            case MONTH -> month = name(CalendarText.MONTHS, Integer.MAX_VALUE) + 1;
            case MON -> month = name(CalendarText.MONTHS, field.width) + 1;
            case DAY -> name(CalendarText.DAYS, Integer.MAX_VALUE);
            case DY -> name(CalendarText.DAYS, field.width);
            case DD -> day = inRange(digits(field), 1, 31);
            case DDD -> dayOfYear = inRange(digits(field), 1, 366);
            case HH24 -> hour = inRange(digits(field), 0, 23);
            case HH12, HH -> {
                hour = inRange(digits(field), 1, 12);
                halfDays = true;
            }
            case AM, PM -> afternoon = name(List.of("AM", "PM"), 2) == 1;
            case MI -> minute = inRange(digits(field), 0, 59);
            case SS -> second = inRange(digits(field), 0, 59);
            default -> fraction(field);
        }
    }

    private long digits(TimeField field) {
        int start = at;
        while (at < text.length() && at - start < field.width && isDigit(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            throw wrongForm();
        }
        return Long.parseLong(text.substring(start, at));
    }

    /** Digits behind the point of a second: the first counts tenths. */
    private void fraction(TimeField field) {
        int start = at;
        long number = digits(field);
        long unit = Times.SECOND;
        for (int i = start; i < at; i++) {
            unit /= 10;
        }
        fraction = number * unit;
    }

    private long name(List<String> names, int length) {
        for (int i = 0; i < names.size(); i++) {
            String name =
                    names.get(i).substring(0, Math.min(length, names.get(i).length()));
            if (text.regionMatches(true, at, name, 0, name.length())) {
                at += name.length();
                return i;
            }
        }
        throw wrongForm();
    }

    /** The time read, once nothing is left. */
    long micros() {
        if (at != text.length()) {
            throw wrongForm();
        }
        long date = dayOfYear == 0 ? date() : CalendarText.date(year, 1, 1) + dayOfYear - 1;
        if (Times.year(date) != year) {
            throw RowFailures.timeRange(text, type);
        }
        long hours = halfDays ? hour % 12 + (afternoon ? 12 : 0) : hour;
        return Times.micros(date) + hours * Times.HOUR + minute * Times.MINUTE + second * Times.SECOND + fraction;
    }

    private long date() {
        try {
            return CalendarText.date(year, month, day);
        } catch (CodedException missing) {
            throw RowFailures.timeRange(text, type).cause(missing);
        }
    }

    private long inRange(long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw RowFailures.timeRange(text, type);
        }
        return value;
    }

    private CodedException wrongForm() {
        return RowFailures.badCast(text, type);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
