package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.Times;

/** A field of a time as a format of PostgreSQL names it; of two whose names begin alike the longer one comes first. */
enum TimeField {
    IYYY(4, true),
    YYYY(4, true),
    YY(2, true),
    MONTH(9, false),
    MON(3, false),
    MM(2, true),
    MI(2, true),
    MS(3, true),
    US(6, true),
    DDD(3, true),
    DD(2, true),
    DAY(9, false),
    DY(3, false),
    D(1, true),
    HH24(2, true),
    HH12(2, true),
    HH(2, true),
    SS(2, true),
    IW(2, true),
    ID(1, true),
    WW(2, true),
    Q(1, true),
    AM(2, false),
    PM(2, false);

    private static final long HOURS_OF_HALF = 12;
    private static final long DAYS_OF_WEEK = 7;
    private static final long YEARS_OF_CENTURY = 100;

    /** The characters that it takes, unless padding is left away. */
    final int width;

    /** Whether it is written in digits. */
    final boolean numeric;

    TimeField(int width, boolean numeric) {
        this.width = width;
        this.numeric = numeric;
    }

    /** The number of a numeric field. */
    long number(long day, long timeOfDay) {
        long hour = timeOfDay / Times.HOUR;
        return switch (this) {
            case IYYY -> Times.isoYear(day);
            case YYYY -> Times.year(day);
            case YY -> Times.year(day) % YEARS_OF_CENTURY;
            case MM -> Times.month(day);
            case DDD -> Times.dayOfYear(day);
            case DD -> Times.dayOfMonth(day);
            case D -> Times.dayOfWeek(day);
            case ID -> Times.isoDayOfWeek(day);
            case IW -> Times.isoWeek(day);
            case WW -> (Times.dayOfYear(day) - 1) / DAYS_OF_WEEK + 1;
            case Q -> Times.quarter(day);
            case HH24 -> hour;
            case HH12, HH -> (hour + HOURS_OF_HALF - 1) % HOURS_OF_HALF + 1;
            case MI -> timeOfDay / Times.MINUTE % 60;
            case SS -> timeOfDay / Times.SECOND % 60;
            case MS -> timeOfDay % Times.SECOND / 1000;
            case US -> timeOfDay % Times.SECOND;
            default -> throw new IllegalStateException(this + " is a name");
        };
    }

    /** The English name of a field that is none, in small letters but for the first. */
    String text(long day, long timeOfDay) {
        return switch (this) {
            case MONTH -> CalendarText.MONTHS.get((int) Times.month(day) - 1);
            case MON -> CalendarText.MONTHS.get((int) Times.month(day) - 1).substring(0, width);
            case DAY -> CalendarText.DAYS.get((int) Times.isoDayOfWeek(day) - 1);
            case DY -> CalendarText.DAYS.get((int) Times.isoDayOfWeek(day) - 1).substring(0, width);
            case AM, PM -> timeOfDay < HOURS_OF_HALF * Times.HOUR ? "Am" : "Pm";
            default -> throw new IllegalStateException(this + " is a number");
        };
    }

    /** Whether a time can be read from it, or it says what others say too. */
    boolean isRead() {
        return switch (this) {
            case IYYY, IW, ID, D, WW, Q -> false;
            default -> true;
        };
    }
}
