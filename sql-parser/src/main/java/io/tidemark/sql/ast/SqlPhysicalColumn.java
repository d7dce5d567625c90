package io.tidemark.sql.ast;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code name type [NOT NULL] [PRIMARY KEY] [COMMENT 'text']}: a column that the record itself holds. */
public final class SqlPhysicalColumn extends SqlColumn {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "PHYSICAL COLUMN",
            SqlKind.COLUMN_DECL,
            (pos, operands) -> new SqlPhysicalColumn(
                    pos,
                    operands.name(0),
                    operands.node(1, SqlDataTypeSpec.class),
                    operands.flag(3),
                    operands.optional(4, SqlCharStringLiteral.class)));

    private final SqlDataTypeSpec type;
    private final boolean inlinePrimaryKey;
    private final @Nullable SqlCharStringLiteral comment;

    /** Makes a column; {@code type} carries the nullability. */
    public SqlPhysicalColumn(
            SqlParserPos pos,
            SqlIdentifier name,
            SqlDataTypeSpec type,
            boolean inlinePrimaryKey,
            @Nullable SqlCharStringLiteral comment) {
        super(pos, name);
        this.type = type;
        this.inlinePrimaryKey = inlinePrimaryKey;
        this.comment = comment;
    }

    /** Returns the declared type, with its nullability. */
    public SqlDataTypeSpec type() {
        return type;
    }

    /** Returns whether NULL is allowed as far as the column says; a primary key forbids it besides. */
    public boolean nullable() {
        return !Boolean.FALSE.equals(type.getNullable());
    }

    /** Returns whether PRIMARY KEY stands at the column itself; see {@link SqlCreateRelation#primaryKey()}. */
    public boolean inlinePrimaryKey() {
        return inlinePrimaryKey;
    }

    /** Returns the comment. */
    public Optional<String> comment() {
        return Optional.ofNullable(comment).map(c -> c.getValueAs(String.class));
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(
                name(), type, NodeOperator.flag(nullable()), NodeOperator.flag(inlinePrimaryKey), comment);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        name().unparse(writer, 0, 0);
        type.unparse(writer, 0, 0);
        if (!nullable()) {
            writer.keyword("NOT NULL");
        }
        if (inlinePrimaryKey) {
            writer.keyword("PRIMARY KEY");
        }
        if (comment != null) {
            writer.keyword("COMMENT");
            comment.unparse(writer, 0, 0);
        }
    }
}
