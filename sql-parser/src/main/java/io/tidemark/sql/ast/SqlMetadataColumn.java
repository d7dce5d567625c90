package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code name type METADATA [FROM 'key'] [VIRTUAL]}: a column that the connector supplies beside the record. */
public final class SqlMetadataColumn extends SqlColumn {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "METADATA COLUMN",
            SqlKind.COLUMN_DECL,
            (pos, operands) -> new SqlMetadataColumn(
                    pos,
                    operands.name(0),
                    operands.node(1, SqlDataTypeSpec.class),
                    operands.optional(3, SqlCharStringLiteral.class),
                    operands.flag(4)));

    private final SqlDataTypeSpec type;
    private final @Nullable SqlCharStringLiteral key;
    private final boolean virtual;

    /** Makes a column; without {@code key} the metadata has the column's name. */
    public SqlMetadataColumn(
            SqlParserPos pos,
            SqlIdentifier name,
            SqlDataTypeSpec type,
            @Nullable SqlCharStringLiteral key,
            boolean virtual) {
        super(pos, name);
        this.type = type;
        this.key = key;
        this.virtual = virtual;
    }

    /** Returns the declared type, with its nullability. */
    public SqlDataTypeSpec type() {
        return type;
    }

    /** Returns whether the connector may leave the metadata out. */
    public boolean nullable() {
        return !Boolean.FALSE.equals(type.getNullable());
    }

    /** Returns the connector's name for the metadata: the one given, else the column's. */
    public String metadataKey() {
        return key == null ? name().getSimple() : key.getValueAs(String.class);
    }

    /** Returns where the metadata is named: the literal after FROM, else the column's name. */
    public SqlParserPos metadataKeyPosition() {
        return (key == null ? name() : key).getParserPosition();
    }

    /** Returns whether the column is left out when the relation is written to. */
    public boolean virtual() {
        return virtual;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name(), type, NodeOperator.flag(nullable()), key, NodeOperator.flag(virtual));
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        name().unparse(writer, 0, 0);
        type.unparse(writer, 0, 0);
        if (!nullable()) {
            writer.keyword("NOT NULL");
        }
        writer.keyword("METADATA");
        if (key != null) {
            writer.keyword("FROM");
            key.unparse(writer, 0, 0);
        }
        if (virtual) {
            writer.keyword("VIRTUAL");
        }
    }
}
