package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code name AS expression}: a column computed from the others when a row is read. */
public final class SqlComputedColumn extends SqlColumn {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "COMPUTED COLUMN",
            SqlKind.COLUMN_DECL,
            (pos, operands) -> new SqlComputedColumn(pos, operands.name(0), operands.node(1, SqlNode.class)));

    private final SqlNode expression;

    /** Makes a column. */
    public SqlComputedColumn(SqlParserPos pos, SqlIdentifier name, SqlNode expression) {
        super(pos, name);
        this.expression = expression;
    }

    /** Returns the expression over the relation's other columns. */
    public SqlNode expression() {
        return expression;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name(), expression);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        name().unparse(writer, 0, 0);
        writer.keyword("AS");
        expression.unparse(writer, 0, 0);
    }
}
