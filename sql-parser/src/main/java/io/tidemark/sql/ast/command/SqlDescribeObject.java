package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import io.tidemark.sql.ast.ObjectKind;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** {@code DESCRIBE [kind] name}: an object's columns, or what a query or function is. */
public final class SqlDescribeObject extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "DESCRIBE OBJECT",
            SqlKind.OTHER,
            (pos, operands) ->
                    new SqlDescribeObject(pos, operands.optionalSymbol(0, ObjectKind.class), operands.name(1)));

    private final @Nullable ObjectKind kind;
    private final SqlIdentifier name;

    /** Makes a statement. */
    public SqlDescribeObject(SqlParserPos pos, @Nullable ObjectKind kind, SqlIdentifier name) {
        super(pos);
        this.kind = kind;
        this.name = name;
    }

    /** Returns the kind, if the statement names it. */
    public Optional<ObjectKind> kind() {
        return Optional.ofNullable(kind);
    }

    /** Returns the object's name. */
    public SqlIdentifier name() {
        return name;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.symbol(kind), name);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("DESCRIBE");
        if (kind != null) {
            writer.keyword(kind.keywords());
        }
        name.unparse(writer, 0, 0);
    }
}
