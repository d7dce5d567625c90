package io.tidemark.jdbc.value;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;

/**
 * What a type of the wire is for JDBC. A TIME or TIMESTAMP with more than three fractional digits travels as text, and is told by its name.
 *
 * <p><b>Shape</b>: types are constants of {@link Types}.
 */
public final class ColumnType {

    private static final String INSTANT = "TIMESTAMP_LTZ";

    private ColumnType() {}

    /** The type that a column of the wire's type has for JDBC. */
    public static int of(AvaticaType type) {
        return of(type.id, type.name);
    }

    /** The type that a parameter or column has for JDBC, by the wire's type and the type's name. */
    public static int of(int wireType, String name) {
        if (wireType != Types.VARCHAR) {
            return wireType;
        }
        if (name.startsWith("TIMESTAMP")) {
            return Types.TIMESTAMP;
        }
        if (name.startsWith("TIME")) {
            return Types.TIME;
        }
        return name.equals("DATE") ? Types.DATE : wireType;
    }

    /** Whether the type is an instant, which is shown as the wall clock of the session's zone. */
    static boolean isInstant(AvaticaType type) {
        return type.name.startsWith(INSTANT);
    }

    /** The class of the objects that {@code getObject} gives of a type. */
    public static Class<?> objectClass(int type) {
        switch (type) {
            case Types.BOOLEAN:
                return Boolean.class;
            case Types.TINYINT:
            case Types.SMALLINT:
            case Types.INTEGER:
                return Integer.class;
            case Types.BIGINT:
                return Long.class;
            case Types.REAL:
                return Float.class;
            case Types.FLOAT:
            case Types.DOUBLE:
                return Double.class;
            case Types.DECIMAL:
            case Types.NUMERIC:
                return BigDecimal.class;
            case Types.BINARY:
            case Types.VARBINARY:
                return byte[].class;
            case Types.DATE:
                return Date.class;
            case Types.TIME:
                return Time.class;
            case Types.TIMESTAMP:
                return Timestamp.class;
            case Types.ARRAY:
                return Array.class;
            default:
                return String.class;
        }
    }

    /** Whether numbers of the type may be below zero. */
    public static boolean isSigned(int type) {
        switch (type) {
            case Types.TINYINT:
            case Types.SMALLINT:
            case Types.INTEGER:
            case Types.BIGINT:
            case Types.REAL:
            case Types.FLOAT:
            case Types.DOUBLE:
            case Types.DECIMAL:
            case Types.NUMERIC:
                return true;
            default:
                return false;
        }
    }
}
