package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;

/** What kinds of times there are, and the zone in generated code. */
final class TimeCode {

    private TimeCode() {}

    static boolean isInterval(DataType type) {
        return type.kind() == TypeKind.INTERVAL_MICROS || type.kind() == TypeKind.INTERVAL_MONTHS;
    }

    static boolean isTimestamp(DataType type) {
        return type.kind() == TypeKind.TIMESTAMP || type.kind() == TypeKind.TIMESTAMP_LTZ;
    }

    static boolean isDateOrTimestamp(DataType type) {
        return type.kind() == TypeKind.DATE || isTimestamp(type);
    }

    /** Whether a type is a point in time, or an interval. */
    static boolean isTemporal(DataType type) {
        return isDateOrTimestamp(type) || type.kind() == TypeKind.TIME || isInterval(type);
    }

    /** The type in which dates and timestamps are compared. */
    static DataType common(DataType a, DataType b) {
        boolean instant = a.kind() == TypeKind.TIMESTAMP_LTZ || b.kind() == TypeKind.TIMESTAMP_LTZ;
        return new DataType(instant ? TypeKind.TIMESTAMP_LTZ : TypeKind.TIMESTAMP, 6, 0, true);
    }

    /** The name of the constant that holds the session's zone. */
    static String zone(ExpressionGenerator generator) {
        return generator.target().constant(generator.context().zone(), "Zone", "new Zone((ZoneId) $)");
    }

    /** A Java expression for a date or timestamp on the local axis in micros. */
    static String localMicros(Value value, ExpressionGenerator generator) {
        return switch (value.type().kind()) {
            case DATE -> "Times.micros(" + value.text() + ")";
            case TIMESTAMP_LTZ -> zone(generator) + ".toLocal(" + value.text() + ")";
            default -> value.text();
        };
    }

    /** A Java expression for the local date of a date or timestamp. */
    static String localDay(Value value, ExpressionGenerator generator) {
        return value.type().kind() == TypeKind.DATE
                ? value.text()
                : "Times.dayOf(" + localMicros(value, generator) + ")";
    }

    /** A Java expression for a local time in micros as a value of a DATE, TIMESTAMP or TIMESTAMP_LTZ type. */
    static String fromLocalMicros(DataType type, String micros, ExpressionGenerator generator) {
        return switch (type.kind()) {
            case DATE -> "Times.dayOf(" + micros + ")";
            case TIMESTAMP_LTZ -> zone(generator) + ".toInstant(" + micros + ")";
            default -> micros;
        };
    }

    /** A Java expression cut off at a type's precision. */
    static String truncated(DataType type, String micros) {
        int precision = type.precision();
        if (precision >= 6 || precision < 0) {
            return micros;
        }
        long unit = 1;
        for (int i = precision; i < 6; i++) {
            unit *= 10;
        }
        return "Times.floor(" + micros + ", " + unit + "L, 0L)";
    }
}
