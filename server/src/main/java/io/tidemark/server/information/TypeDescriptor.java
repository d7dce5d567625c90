package io.tidemark.server.information;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.server.system.SystemRows;

/** A type as the standard describes it: its name, and the lengths and digits that apply to it. */
final class TypeDescriptor {

    /** What a value may be at most, in bytes. */
    private static final int MAX_OCTETS = 4_194_303;

    private static final int MAX_BYTES_A_CHARACTER = 4;
    private static final int ABSENT = -1;

    private TypeDescriptor() {}

    /** The next three values: the type's name and its lengths in characters and in bytes. */
    static SystemRows lengths(SystemRows rows, DataType type) {
        rows.text(name(type));
        return switch (type.kind()) {
            case VARCHAR -> rows.numberOrNull(type.precision()).number(octets(type.precision(), MAX_BYTES_A_CHARACTER));
            case VARBINARY -> rows.numberOrNull(type.precision()).number(octets(type.precision(), 1));
            default -> rows.none(2);
        };
    }

    private static long octets(int length, int each) {
        return length < 0 ? MAX_OCTETS : Math.min(MAX_OCTETS, (long) length * each);
    }

    /** The next six values: digits of numbers, of times and of intervals. */
    static SystemRows digits(SystemRows rows, DataType type) {
        return switch (type.kind()) {
            case TINYINT -> digits(rows, 8, 2, 0);
            case SMALLINT -> digits(rows, 16, 2, 0);
            case INT -> digits(rows, 32, 2, 0);
            case BIGINT -> digits(rows, 64, 2, 0);
            case REAL -> digits(rows, 24, 2, ABSENT);
            case DOUBLE -> digits(rows, 53, 2, ABSENT);
            case DECIMAL -> digits(rows, type.precision(), 10, type.scale());
            case DATE -> rows.none(3).number(0).none(2);
            case TIME, TIMESTAMP, TIMESTAMP_LTZ ->
                rows.none(3).number(Math.max(0, type.precision())).none(2);
            case INTERVAL_MONTHS -> rows.none(3).number(0).text("YEAR TO MONTH").none(1);
            case INTERVAL_MICROS -> rows.none(3).number(6).text("DAY TO SECOND").none(1);
            case BOOLEAN, VARCHAR, VARBINARY, ARRAY -> rows.none(6);
        };
    }

    private static SystemRows digits(SystemRows rows, int precision, int radix, int scale) {
        return rows.number(precision).number(radix).numberOrNull(scale).none(3);
    }

    private static String name(DataType type) {
        return switch (type.kind()) {
            case INT -> "INTEGER";
            case DOUBLE -> "DOUBLE PRECISION";
            case VARCHAR -> "CHARACTER VARYING";
            case VARBINARY -> "BINARY VARYING";
            case TIMESTAMP_LTZ -> "TIMESTAMP WITH LOCAL TIME ZONE";
            case INTERVAL_MONTHS, INTERVAL_MICROS -> "INTERVAL";
            case BOOLEAN, TINYINT, SMALLINT, BIGINT, REAL, DECIMAL, DATE, TIME, TIMESTAMP, ARRAY ->
                type.kind().name();
        };
    }
}
