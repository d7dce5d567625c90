package io.tidemark.server.metadata;

import io.tidemark.runtime.batch.DataType;
import java.sql.Types;

/** The engine's types as JDBC knows them. */
public final class JdbcTypes {

    /** The length of text and bytes without a greatest one. */
    public static final int UNBOUNDED_LENGTH = 65_536;

    private JdbcTypes() {}

    /** The constant of {@link Types}. */
    public static int code(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Types.BOOLEAN;
            case TINYINT -> Types.TINYINT;
            case SMALLINT -> Types.SMALLINT;
            case INT -> Types.INTEGER;
            case BIGINT -> Types.BIGINT;
            case REAL -> Types.REAL;
            case DOUBLE -> Types.DOUBLE;
            case DECIMAL -> Types.DECIMAL;
            case VARBINARY -> Types.VARBINARY;
            case DATE -> Types.DATE;
            case TIME -> Types.TIME;
            case TIMESTAMP, TIMESTAMP_LTZ -> Types.TIMESTAMP;
            case ARRAY -> Types.ARRAY;
            case VARCHAR, INTERVAL_MONTHS, INTERVAL_MICROS -> Types.VARCHAR;
        };
    }

    /** The name of a type; that of an array tells its elements' type. */
    public static String name(DataType type) {
        return switch (type.kind()) {
            case ARRAY -> type.toString();
            case INTERVAL_MONTHS -> "INTERVAL YEAR TO MONTH";
            case INTERVAL_MICROS -> "INTERVAL DAY TO SECOND";
            default -> type.kind().name();
        };
    }

    /** The number of digits, characters or bytes that a value can have. */
    public static int precision(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> 1;
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INT -> 10;
            case BIGINT -> 19;
            case REAL -> 7;
            case DOUBLE -> 15;
            case DATE -> 10;
            case TIME -> 8 + fraction(type);
            case TIMESTAMP, TIMESTAMP_LTZ -> 19 + fraction(type);
            case DECIMAL -> type.precision();
            case VARCHAR, VARBINARY -> type.precision() < 0 ? UNBOUNDED_LENGTH : type.precision();
            case INTERVAL_MONTHS, INTERVAL_MICROS -> 30;
            case ARRAY -> UNBOUNDED_LENGTH;
        };
    }

    private static int fraction(DataType type) {
        return type.precision() > 0 ? type.precision() + 1 : 0;
    }

    /** Digits after the point. */
    public static int scale(DataType type) {
        return switch (type.kind()) {
            case DECIMAL -> type.scale();
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> Math.max(0, type.precision());
            default -> 0;
        };
    }

    /** Whether it is a number, which may be below zero. */
    public static boolean isNumber(DataType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT, REAL, DOUBLE, DECIMAL -> true;
            default -> false;
        };
    }
}
