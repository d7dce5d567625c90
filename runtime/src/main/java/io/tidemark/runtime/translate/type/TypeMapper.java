package io.tidemark.runtime.translate.type;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * Calcite's types as the engine's.
 *
 * <p>CHAR is stored as VARCHAR, padded where a cast made it so; FLOAT is DOUBLE; the type of a bare NULL is a nullable BOOLEAN. <b>Errors</b>:
 * {@code FEAT-01} for types that the engine does not store.
 */
public final class TypeMapper {

    private static final int MAX_TIME_PRECISION = 6;

    private TypeMapper() {}

    /** The columns of a row type. */
    public static Schema schema(RelDataType rowType) {
        List<RelDataTypeField> fields = rowType.getFieldList();
        return new Schema(fields.stream()
                .map(field -> new Field(field.getName(), dataType(field.getType())))
                .toList());
    }

    /** The engine's type for a Calcite type. */
    public static DataType dataType(RelDataType type) {
        boolean nullable = type.isNullable();
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> plain(TypeKind.BOOLEAN, nullable);
            case NULL -> plain(TypeKind.BOOLEAN, true);
            case TINYINT -> plain(TypeKind.TINYINT, nullable);
            case SMALLINT -> plain(TypeKind.SMALLINT, nullable);
            case INTEGER -> plain(TypeKind.INT, nullable);
            case BIGINT -> plain(TypeKind.BIGINT, nullable);
            case REAL -> plain(TypeKind.REAL, nullable);
            case FLOAT, DOUBLE -> plain(TypeKind.DOUBLE, nullable);
            case DECIMAL -> decimal(type);
            case CHAR, VARCHAR -> new DataType(TypeKind.VARCHAR, length(type), 0, nullable);
            case BINARY, VARBINARY -> new DataType(TypeKind.VARBINARY, length(type), 0, nullable);
            case DATE -> plain(TypeKind.DATE, nullable);
            case TIME -> time(TypeKind.TIME, type);
            case TIMESTAMP -> time(TypeKind.TIMESTAMP, type);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> time(TypeKind.TIMESTAMP_LTZ, type);
            case INTERVAL_YEAR, INTERVAL_YEAR_MONTH, INTERVAL_MONTH -> plain(TypeKind.INTERVAL_MONTHS, nullable);
            case INTERVAL_DAY,
                    INTERVAL_DAY_HOUR,
                    INTERVAL_DAY_MINUTE,
                    INTERVAL_DAY_SECOND,
                    INTERVAL_HOUR,
                    INTERVAL_HOUR_MINUTE,
                    INTERVAL_HOUR_SECOND,
                    INTERVAL_MINUTE,
                    INTERVAL_MINUTE_SECOND,
                    INTERVAL_SECOND -> plain(TypeKind.INTERVAL_MICROS, nullable);
            case ARRAY -> DataType.array(element(type)).withNullable(nullable);
            default -> throw CodedException.unsupported("type \"" + type.getFullTypeString() + "\"");
        };
    }

    /** Whether the engine stores values of a type, and they have no parts. */
    public static boolean isScalar(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN,
                    NULL,
                    TINYINT,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    REAL,
                    FLOAT,
                    DOUBLE,
                    DECIMAL,
                    CHAR,
                    VARCHAR,
                    BINARY,
                    VARBINARY,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> type.getIntervalQualifier() != null;
        };
    }

    private static DataType element(RelDataType array) {
        RelDataType element = array.getComponentType();
        if (element == null) {
            throw CodedException.internal("no element type in " + array.getFullTypeString());
        }
        return dataType(element);
    }

    private static DataType plain(TypeKind kind, boolean nullable) {
        return new DataType(kind, -1, 0, nullable);
    }

    private static DataType decimal(RelDataType type) {
        return new DataType(TypeKind.DECIMAL, type.getPrecision(), type.getScale(), type.isNullable());
    }

    private static DataType time(TypeKind kind, RelDataType type) {
        int precision = type.getPrecision();
        if (precision > MAX_TIME_PRECISION) {
            throw CodedException.unsupported("precision " + precision + " of \"" + type + "\"")
                    .hint("use at most " + MAX_TIME_PRECISION + " fractional digits");
        }
        return new DataType(kind, Math.max(precision, 0), 0, type.isNullable());
    }

    private static int length(RelDataType type) {
        int precision = type.getPrecision();
        return precision == RelDataType.PRECISION_NOT_SPECIFIED || precision == Integer.MAX_VALUE ? -1 : precision;
    }
}
