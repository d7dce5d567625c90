package io.tidemark.server.avatica;

import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;

/** Result sets of metadata requests: whole in the first frame, each with a statement of its own that the client closes. */
final class MetadataRows {

    private static final Set<String> INTEGERS = Set.of(
            "DATA_TYPE",
            "COLUMN_SIZE",
            "BUFFER_LENGTH",
            "DECIMAL_DIGITS",
            "NUM_PREC_RADIX",
            "NULLABLE",
            "SQL_DATA_TYPE",
            "SQL_DATETIME_SUB",
            "CHAR_OCTET_LENGTH",
            "ORDINAL_POSITION",
            "PRECISION");
    private static final Set<String> SHORTS =
            Set.of("KEY_SEQ", "SEARCHABLE", "MINIMUM_SCALE", "MAXIMUM_SCALE", "SOURCE_DATA_TYPE", "TYPE_NULLABLE");
    private static final Set<String> BOOLEANS =
            Set.of("CASE_SENSITIVE", "UNSIGNED_ATTRIBUTE", "FIXED_PREC_SCALE", "AUTO_INCREMENT", "NON_UNIQUE");

    private MetadataRows() {}

    static Meta.MetaResultSet of(Meta.StatementHandle statement, List<String> names, List<Object[]> rows) {
        List<ColumnMetaData> columns = new ArrayList<>();
        for (String name : names) {
            columns.add(column(columns.size(), name));
        }
        Meta.Signature signature =
                Meta.Signature.create(columns, "", List.of(), Meta.CursorFactory.ARRAY, Meta.StatementType.SELECT);
        Meta.Frame frame = Meta.Frame.create(0, true, new ArrayList<>(rows));
        return Meta.MetaResultSet.create(statement.connectionId, statement.id, true, signature, frame);
    }

    private static ColumnMetaData column(int ordinal, String name) {
        ColumnMetaData.ScalarType type = type(name);
        return new ColumnMetaData(
                ordinal,
                false,
                true,
                true,
                false,
                DatabaseMetaData.columnNullable,
                type.id != Types.VARCHAR,
                40,
                name,
                name,
                "",
                0,
                0,
                "",
                "",
                type,
                true,
                false,
                false,
                type.rep.clazz.getName());
    }

    private static ColumnMetaData.ScalarType type(String name) {
        if (INTEGERS.contains(name)) {
            return ColumnMetaData.scalar(Types.INTEGER, "INT", Rep.INTEGER);
        }
        if (SHORTS.contains(name)) {
            return ColumnMetaData.scalar(Types.SMALLINT, "SMALLINT", Rep.SHORT);
        }
        if (BOOLEANS.contains(name)) {
            return ColumnMetaData.scalar(Types.BOOLEAN, "BOOLEAN", Rep.BOOLEAN);
        }
        return ColumnMetaData.scalar(Types.VARCHAR, "VARCHAR", Rep.STRING);
    }
}
