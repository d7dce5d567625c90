package io.tidemark.jdbc.value;

import java.util.Objects;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;

/** What a getter has to know of a column, found out once for a result. */
public final class ResultColumn {

    private final ColumnMetaData metaData;
    private final int type;

    /** That of a column of a result. */
    public ResultColumn(ColumnMetaData metaData) {
        this.metaData = metaData;
        this.type = ColumnType.of(metaData.type);
    }

    /** A constant of {@link java.sql.Types}. */
    int type() {
        return type;
    }

    AvaticaType wireType() {
        return metaData.type;
    }

    /** How many fractional digits a time has. */
    int scale() {
        return metaData.scale;
    }

    boolean isInstant() {
        return ColumnType.isInstant(metaData.type);
    }

    /** For messages. */
    String describe() {
        return "column \"" + Objects.toString(metaData.label, "") + "\" of type " + metaData.type.name;
    }
}
