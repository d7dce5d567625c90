package io.tidemark.server.avatica;

import io.tidemark.server.metadata.MetadataTable;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;

/** Result sets of metadata requests: whole in the first frame. */
final class MetadataRows {

    private static final int DISPLAY_SIZE = 40;

    private MetadataRows() {}

    /** The table as the result of a statement, which the client closes with it if it is its {@code own}. */
    static Meta.MetaResultSet of(Meta.StatementHandle statement, boolean own, MetadataTable table) {
        List<ColumnMetaData> columns = new ArrayList<>();
        for (MetadataTable.Column column : table.columns()) {
            columns.add(column(columns.size(), column));
        }
        Meta.Signature signature =
                Meta.Signature.create(columns, "", List.of(), Meta.CursorFactory.ARRAY, Meta.StatementType.SELECT);
        Meta.Frame frame = Meta.Frame.create(0, true, new ArrayList<>(table.rows()));
        return Meta.MetaResultSet.create(statement.connectionId, statement.id, own, signature, frame);
    }

    private static ColumnMetaData column(int ordinal, MetadataTable.Column column) {
        ColumnMetaData.ScalarType type = type(column.type());
        return new ColumnMetaData(
                ordinal,
                false,
                true,
                true,
                false,
                DatabaseMetaData.columnNullable,
                type.id != Types.VARCHAR,
                DISPLAY_SIZE,
                column.name(),
                column.name(),
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

    private static ColumnMetaData.ScalarType type(MetadataTable.Type type) {
        return switch (type) {
            case TEXT -> ColumnMetaData.scalar(Types.VARCHAR, "VARCHAR", Rep.STRING);
            case SHORT -> ColumnMetaData.scalar(Types.SMALLINT, "SMALLINT", Rep.SHORT);
            case INT -> ColumnMetaData.scalar(Types.INTEGER, "INT", Rep.INTEGER);
            case LONG -> ColumnMetaData.scalar(Types.BIGINT, "BIGINT", Rep.LONG);
            case BOOLEAN -> ColumnMetaData.scalar(Types.BOOLEAN, "BOOLEAN", Rep.BOOLEAN);
        };
    }
}
