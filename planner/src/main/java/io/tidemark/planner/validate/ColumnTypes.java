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
            throw Places.at(CodedException.unsupported("a column of type " + declared.getSqlTypeName()), spec, sql);
        }
        boolean nullable = !notNull && !Boolean.FALSE.equals(spec.getNullable());
        return factory.createTypeWithNullability(type, nullable);
    }

    /** Whether the engine can keep values of a type. */
    static boolean isStorable(RelDataType type) {
        return STORABLE.contains(type.getSqlTypeName()) || SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName());
    }
}
