package io.tidemark.planner.validate;

import io.tidemark.planner.syntax.Places;
import io.tidemark.planner.syntax.UnsupportedConstructs;
import io.tidemark.sql.error.CodedException;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/** Types of declared columns. */
final class ColumnTypes {
    private static final Set<SqlTypeName> STORABLE = Set.of(
            SqlTypeName.BOOLEAN,
            SqlTypeName.TINYINT,
            SqlTypeName.SMALLINT,
            SqlTypeName.INTEGER,
            SqlTypeName.BIGINT,
            SqlTypeName.REAL,
            SqlTypeName.DOUBLE,
            SqlTypeName.DECIMAL,
            SqlTypeName.CHAR,
            SqlTypeName.VARCHAR,
            SqlTypeName.BINARY,
            SqlTypeName.VARBINARY,
            SqlTypeName.DATE,
            SqlTypeName.TIME,
            SqlTypeName.TIMESTAMP,
            SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);

    private ColumnTypes() {}

    /** The type that a column declares; FLOAT is DOUBLE. <b>Errors</b>: UNSUPPORTED for types that are not stored yet. */
    static RelDataType of(SqlDataTypeSpec spec, boolean notNull, SqlValidator validator, String sql) {
        UnsupportedConstructs.checkDigits(spec, sql);
        RelDataType declared = spec.deriveType(validator);
        RelDataTypeFactory factory = validator.getTypeFactory();
        RelDataType type =
                declared.getSqlTypeName() == SqlTypeName.FLOAT ? factory.createSqlType(SqlTypeName.DOUBLE) : declared;
        if (!isStorable(type)) {
            throw Places.at(CodedException.unsupported("a column of type " + name(declared)), spec, sql);
        }
        if (isNotNullInside(type)) {
            throw Places.at(CodedException.unsupported("an ARRAY whose elements are NOT NULL"), spec, sql)
                    .hint("leave NOT NULL away: elements may be NULL");
        }
        boolean nullable = !notNull && !Boolean.FALSE.equals(spec.getNullable());
        return factory.createTypeWithNullability(type, nullable);
    }

    /** Whether the engine can keep values of a type. */
    static boolean isStorable(RelDataType type) {
        RelDataType element = element(type);
        return element == null
                ? STORABLE.contains(type.getSqlTypeName()) || SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName())
                : isStorable(element);
    }

    private static String name(RelDataType type) {
        RelDataType element = element(type);
        String name = type.getSqlTypeName().toString();
        return element == null ? name : name(element) + " " + name;
    }

    private static @Nullable RelDataType element(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.ARRAY ? type.getComponentType() : null;
    }

    /** Whether elements of an array, or of arrays in it, may not be NULL, which nothing would check. */
    private static boolean isNotNullInside(RelDataType type) {
        RelDataType element = element(type);
        return element != null && (!element.isNullable() || isNotNullInside(element));
    }
}
