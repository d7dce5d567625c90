package io.tidemark.trial.grammar;

/**
 * A window function but SESSION, and the table of windows that DuckDB joins with.
 *
 * @param number of the table {@code w<number>}, above 0
 * @param kind the function
 * @param size of a window
 * @param step the slide of HOP, the step of CUMULATE; the size of TUMBLE
 * @param offsetMicros by which windows are moved
 * @param zoned whether they follow the question's time zone
 */
public record WindowCall(int number, Kind kind, Length size, Length step, long offsetMicros, boolean zoned) {

    /** The functions. */
    public enum Kind {
        TUMBLE,
        HOP,
        CUMULATE
    }

    /** A length of time: months, or micros. */
    public record Length(int months, long micros) {

        /** Seconds. */
        public static Length seconds(long seconds) {
            return new Length(0, seconds * 1_000_000);
        }

        /** Days. */
        public static Length days(int days) {
            return seconds(86_400L * days);
        }

        /** Months. */
        public static Length ofMonths(int months) {
            return new Length(months, 0);
        }

        /** As SQL has it. */
        public String sql() {
            return months > 0 ? "INTERVAL '" + months + "' MONTH" : interval(micros);
        }
    }

    /** An interval in SQL, in days or seconds. */
    static String interval(long micros) {
        long day = 86_400_000_000L;
        return micros != 0 && micros % day == 0
                ? "INTERVAL '" + micros / day + "' DAY(4)"
                : "INTERVAL '" + micros / 1_000_000 + "' SECOND(9)";
    }

    /** Whether all windows are equally long, or within one that is. */
    boolean isFixed() {
        return !zoned && size.months() == 0;
    }

    String table() {
        return "w" + number;
    }

    /** The call, for Tidemark. */
    String tidemark(String operand, String time) {
        StringBuilder call = new StringBuilder(kind.name())
                .append('(')
                .append(operand)
                .append(", DESCRIPTOR(")
                .append(time)
                .append("), ");
        if (kind != Kind.TUMBLE) {
            call.append(step.sql()).append(", ");
        }
        call.append(size.sql());
        if (offsetMicros != 0) {
            call.append(", ").append(interval(offsetMicros));
        }
        return call.append(')').toString();
    }

    /** The call of the older form, within GROUP BY. */
    String legacy(String suffix, String time) {
        return kind.name() + suffix + "(" + time + ", " + (kind == Kind.TUMBLE ? "" : step.sql() + ", ") + size.sql()
                + ")";
    }
}
