package io.tidemark.sql.ast;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A column in CREATE STREAM or CREATE TABLE: stored, read from the connector's metadata, or computed. */
public abstract sealed class SqlColumn extends SqlCall permits SqlPhysicalColumn, SqlMetadataColumn, SqlComputedColumn {
    private final SqlIdentifier name;

    SqlColumn(SqlParserPos pos, SqlIdentifier name) {
        super(pos);
        this.name = name;
    }

    /** Returns the column's name, a single part. */
    public final SqlIdentifier name() {
        return name;
    }
}
