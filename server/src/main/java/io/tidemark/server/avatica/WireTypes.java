package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.server.metadata.JdbcTypes;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.apache.calcite.avatica.ColumnMetaData.Rep;

/**
 * The engine's types as JDBC and Avatica know them.
 *
 * <p>Avatica carries times in milliseconds, so TIME and TIMESTAMP of more than three fractional digits go as text, which keeps their micros.
 */
final class WireTypes {

    private static final int MILLIS_DIGITS = 3;

    private WireTypes() {}

    /** Whether values of the type are sent as text. */
    static boolean isText(DataType type) {
        return switch (type.kind()) {
            case VARCHAR, INTERVAL_MONTHS, INTERVAL_MICROS -> true;
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> type.precision() > MILLIS_DIGITS;
            default -> false;
        };
    }

    /** The constant of {@link Types}. */
    static int jdbcType(DataType type) {
        if (isText(type)) {
            return Types.VARCHAR;
        }
        return JdbcTypes.code(type);
    }

    private static Rep representation(DataType type) {
        if (isText(type)) {
            return Rep.STRING;
        }
        return switch (type.kind()) {
            case BOOLEAN -> Rep.BOOLEAN;
            case TINYINT -> Rep.BYTE;
            case SMALLINT -> Rep.SHORT;
            case INT, DATE, TIME -> Rep.INTEGER;
            case BIGINT, TIMESTAMP, TIMESTAMP_LTZ -> Rep.LONG;
            case REAL -> Rep.FLOAT;
            case DOUBLE -> Rep.DOUBLE;
            case DECIMAL -> Rep.NUMBER;
            case VARBINARY -> Rep.BYTE_STRING;
            case ARRAY -> Rep.ARRAY;
            case VARCHAR, INTERVAL_MONTHS, INTERVAL_MICROS -> Rep.STRING;
        };
    }

    private static String className(DataType type) {
        if (isText(type)) {
            return String.class.getName();
        }
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.class.getName();
            case TINYINT -> Byte.class.getName();
            case SMALLINT -> Short.class.getName();
            case INT -> Integer.class.getName();
            case BIGINT -> Long.class.getName();
            case REAL -> Float.class.getName();
            case DOUBLE -> Double.class.getName();
            case DECIMAL -> java.math.BigDecimal.class.getName();
            case VARBINARY -> "[B";
            case DATE -> java.sql.Date.class.getName();
            case TIME -> java.sql.Time.class.getName();
            case TIMESTAMP, TIMESTAMP_LTZ -> java.sql.Timestamp.class.getName();
            case ARRAY -> java.sql.Array.class.getName();
            case VARCHAR, INTERVAL_MONTHS, INTERVAL_MICROS -> String.class.getName();
        };
    }

    /** The precision in a result's metadata, which Avatica's client takes for the number of fractional digits of a time. */
    private static int sentPrecision(DataType type) {
        return switch (type.kind()) {
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> isText(type) ? JdbcTypes.precision(type) : JdbcTypes.scale(type);
            default -> JdbcTypes.precision(type);
        };
    }

    /** Metadata of the columns of a result. */
    static List<ColumnMetaData> columns(Schema schema) {
        List<ColumnMetaData> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            columns.add(column(i, schema.field(i)));
        }
        return columns;
    }

    private static ColumnMetaData column(int ordinal, Field field) {
        DataType type = field.type();
        return new ColumnMetaData(
                ordinal,
                false,
                true,
                true,
                false,
                type.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
                JdbcTypes.isNumber(type),
                JdbcTypes.precision(type) + (JdbcTypes.isNumber(type) ? 2 : 0),
                field.name(),
                field.name(),
                "",
                sentPrecision(type),
                JdbcTypes.scale(type),
                "",
                "tidemark",
                wireType(type, typeName(type)),
                true,
                false,
                false,
                className(type));
    }

    /** The name of a type in a result's metadata; that of the elements of an array tells their precision too. */
    private static String typeName(DataType type) {
        return type.kind() == TypeKind.ARRAY ? type.toString() : type.kind().name();
    }

    private static AvaticaType wireType(DataType type, String name) {
        if (type.kind() != TypeKind.ARRAY) {
            return ColumnMetaData.scalar(jdbcType(type), name, representation(type));
        }
        DataType element = type.arrayElement();
        AvaticaType wireElement = isElementText(element)
                ? ColumnMetaData.scalar(Types.VARCHAR, element.toString(), Rep.STRING)
                : wireType(element, element.toString());
        return ColumnMetaData.array(wireElement, name, representation(type));
    }

    /** Whether elements of the type are sent as text: dates and times too, which Avatica would move to the client's zone. */
    static boolean isElementText(DataType type) {
        return switch (type.kind()) {
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> true;
            default -> isText(type);
        };
    }

    /** Metadata of a parameter, numbered from 0. */
    static AvaticaParameter parameter(int ordinal, DataType type) {
        return new AvaticaParameter(
                JdbcTypes.isNumber(type),
                JdbcTypes.precision(type),
                JdbcTypes.scale(type),
                jdbcType(type),
                typeName(type),
                className(type),
                "?" + ordinal);
    }
}
