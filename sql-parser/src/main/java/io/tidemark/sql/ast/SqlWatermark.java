package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code WATERMARK FOR column AS expression}: which column is event time, and how late rows may be. */
public final class SqlWatermark extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "WATERMARK",
            SqlKind.OTHER,
            (pos, operands) -> new SqlWatermark(pos, operands.name(0), operands.node(1, SqlNode.class)));

    private final SqlIdentifier column;
    private final SqlNode expression;

    /** Makes a watermark. */
    public SqlWatermark(SqlParserPos pos, SqlIdentifier column, SqlNode expression) {
        super(pos);
        this.column = column;
        this.expression = expression;
    }

    /** Returns the event-time column. */
    public SqlIdentifier column() {
        return column;
    }

    /** Returns the expression whose greatest value so far is the watermark. */
    public SqlNode expression() {
        return expression;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(column, expression);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("WATERMARK FOR");
        column.unparse(writer, 0, 0);
        writer.keyword("AS");
        expression.unparse(writer, 0, 0);
    }
}
