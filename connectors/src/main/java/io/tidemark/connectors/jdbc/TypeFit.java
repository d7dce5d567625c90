package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.DataType;
import java.sql.Types;
import java.util.Set;

/** Whether every value of one of our types fits a database's column. */
final class TypeFit {

    private static final Set<Integer> TEXT = Set.of(
            Types.CHAR,
            Types.VARCHAR,
            Types.LONGVARCHAR,
            Types.CLOB,
            Types.NCHAR,
            Types.NVARCHAR,
            Types.LONGNVARCHAR,
            Types.NCLOB);
    private static final Set<Integer> BYTES = Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);
    private static final Set<Integer> FLOATS = Set.of(Types.REAL, Types.FLOAT, Types.DOUBLE);
    private static final int BIGINT_DIGITS = 19;

    private TypeFit() {}

    /**
     * Whether it fits. A type that only the database itself knows is left to it.
     *
     * @param jdbcType the column's type, of {@link Types}
     * @param size the column's digits, for decimals; 0 for no bound
     */
    static boolean fits(DataType type, int jdbcType, int size, int scale) {
        if (jdbcType == Types.OTHER) {
            return true;
        }
        boolean decimal = jdbcType == Types.DECIMAL || jdbcType == Types.NUMERIC;
        return switch (type.kind()) {
            case BOOLEAN -> jdbcType == Types.BOOLEAN || jdbcType == Types.BIT;
            case TINYINT, SMALLINT, INT, BIGINT ->
                holdsInteger(type, jdbcType) || (decimal && (size == 0 || size - scale >= digits(type)));
            case REAL -> FLOATS.contains(jdbcType);
            case DOUBLE -> FLOATS.contains(jdbcType) && jdbcType != Types.REAL;
            case DECIMAL ->
                decimal && (size == 0 || (scale >= type.scale() && size - scale >= type.precision() - type.scale()));
            case VARCHAR -> TEXT.contains(jdbcType);
            case VARBINARY -> BYTES.contains(jdbcType);
            case DATE -> jdbcType == Types.DATE;
            case TIME -> jdbcType == Types.TIME;
            case TIMESTAMP -> jdbcType == Types.TIMESTAMP;
            case TIMESTAMP_LTZ -> jdbcType == Types.TIMESTAMP || jdbcType == Types.TIMESTAMP_WITH_TIMEZONE;
            case ARRAY, INTERVAL_MONTHS, INTERVAL_MICROS -> false;
        };
    }

    private static boolean holdsInteger(DataType type, int jdbcType) {
        return switch (jdbcType) {
            case Types.TINYINT -> digits(type) <= 3;
            case Types.SMALLINT -> digits(type) <= 5;
            case Types.INTEGER -> digits(type) <= 10;
            case Types.BIGINT -> true;
            default -> false;
        };
    }

    private static int digits(DataType type) {
        return switch (type.kind()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INT -> 10;
            default -> BIGINT_DIGITS;
        };
    }
}
