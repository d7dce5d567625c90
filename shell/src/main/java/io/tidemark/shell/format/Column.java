package io.tidemark.shell.format;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/** A column of a result: its label, and how its values are written. */
public record Column(String label, Kind kind) {

    /** How values are written: numbers to the right and bare in JSON, truth values bare in JSON, bytes in hexadecimal. */
    public enum Kind {
        /** Any numeric type. */
        NUMBER,
        /** A truth value. */
        BOOLEAN,
        /** Binary. */
        BYTES,
        /** Everything else. */
        TEXT
    }

    /** The columns of a JDBC result. */
    public static List<Column> of(ResultSetMetaData metaData) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            columns.add(new Column(metaData.getColumnLabel(i), kind(metaData.getColumnType(i))));
        }
        return columns;
    }

    private static Kind kind(int sqlType) {
        return switch (sqlType) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE,
                    Types.DECIMAL,
                    Types.NUMERIC -> Kind.NUMBER;
            case Types.BOOLEAN, Types.BIT -> Kind.BOOLEAN;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> Kind.BYTES;
            default -> Kind.TEXT;
        };
    }
}
