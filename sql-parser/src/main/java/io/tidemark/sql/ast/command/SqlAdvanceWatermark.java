package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code ADVANCE WATERMARK FOR name TO TIMESTAMP '…'}: closes windows by hand. */
public final class SqlAdvanceWatermark extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "ADVANCE WATERMARK",
            SqlKind.OTHER,
            (pos, operands) ->
                    new SqlAdvanceWatermark(pos, operands.name(0), operands.node(1, SqlAbstractDateTimeLiteral.class)));

    private final SqlIdentifier name;
    private final SqlAbstractDateTimeLiteral timestamp;

    /** Makes a statement. */
    public SqlAdvanceWatermark(SqlParserPos pos, SqlIdentifier name, SqlAbstractDateTimeLiteral timestamp) {
        super(pos);
        this.name = name;
        this.timestamp = timestamp;
    }

    /** Returns the source's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns the new watermark, a TIMESTAMP literal. */
    public SqlAbstractDateTimeLiteral timestamp() {
        return timestamp;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(name, timestamp);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ADVANCE WATERMARK FOR");
        name.unparse(writer, 0, 0);
        writer.keyword("TO");
        timestamp.unparse(writer, 0, 0);
    }
}
