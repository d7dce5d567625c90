package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.sql.DatabaseMetaData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of {@link DatabaseMetaData#getTypeInfo}. */
final class TypeInfoRow {

    static final List<String> COLUMNS = List.of(
            "TYPE_NAME",
            "DATA_TYPE",
            "PRECISION",
            "LITERAL_PREFIX",
            "LITERAL_SUFFIX",
            "CREATE_PARAMS",
            "TYPE_NULLABLE",
            "CASE_SENSITIVE",
            "SEARCHABLE",
            "UNSIGNED_ATTRIBUTE",
            "FIXED_PREC_SCALE",
            "AUTO_INCREMENT",
            "LOCAL_TYPE_NAME",
            "MINIMUM_SCALE",
            "MAXIMUM_SCALE",
            "SQL_DATA_TYPE",
            "SQL_DATETIME_SUB",
            "NUM_PREC_RADIX");

    private static final int MAX_DECIMAL_DIGITS = 38;
    private static final int MAX_TIME_DIGITS = 6;

    private TypeInfoRow() {}

    static Object[] of(TypeKind kind) {
        DataType type = switch (kind) {
            case DECIMAL -> DataType.decimal(MAX_DECIMAL_DIGITS, 0);
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> new DataType(kind, 3, 0, true);
            case ARRAY -> DataType.array(DataType.of(TypeKind.INT));
            default -> DataType.of(kind);
        };
        boolean isText = kind == TypeKind.VARCHAR;
        return new Object[] {
            kind.name(),
            WireTypes.jdbcType(type),
            WireTypes.precision(type),
            literalPrefix(kind),
            literalPrefix(kind) == null ? null : "'",
            kind == TypeKind.DECIMAL ? "precision,scale" : null,
            (short) DatabaseMetaData.typeNullable,
            isText,
            (short) DatabaseMetaData.typeSearchable,
            !isNumber(kind),
            false,
            false,
            kind.name(),
            (short) 0,
            maximumScale(kind),
            null,
            null,
            10
        };
    }

    private static @Nullable String literalPrefix(TypeKind kind) {
        return switch (kind) {
            case VARCHAR -> "'";
            case VARBINARY -> "X'";
            case DATE, TIME, TIMESTAMP -> kind.name() + " '";
            default -> null;
        };
    }

    private static short maximumScale(TypeKind kind) {
        return (short)
                switch (kind) {
                    case DECIMAL -> MAX_DECIMAL_DIGITS;
                    case TIME, TIMESTAMP, TIMESTAMP_LTZ -> MAX_TIME_DIGITS;
                    default -> 0;
                };
    }

    private static boolean isNumber(TypeKind kind) {
        return switch (kind) {
            case TINYINT, SMALLINT, INT, BIGINT, REAL, DOUBLE, DECIMAL -> true;
            default -> false;
        };
    }
}
