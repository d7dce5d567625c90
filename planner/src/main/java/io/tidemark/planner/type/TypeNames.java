package io.tidemark.planner.type;

import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Types as people write them. */
public final class TypeNames {
    private TypeNames() {}

    /** A type as SQL text without nullability, as in {@code DECIMAL(10, 2)}, {@code TIMESTAMP_LTZ(3)} or {@code BIGINT}. */
    public static String of(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case INTEGER -> "INT";
            case CHAR, VARCHAR, BINARY, VARBINARY ->
                type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                        ? type.getSqlTypeName().getName()
                        : type.getSqlTypeName().getName() + "(" + type.getPrecision() + ")";
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> "TIMESTAMP_LTZ(" + type.getPrecision() + ")";
            case ARRAY -> of(Objects.requireNonNull(type.getComponentType())) + " ARRAY";
            default ->
                SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName())
                        ? "INTERVAL " + type.getIntervalQualifier()
                        : type.toString();
        };
    }
}
