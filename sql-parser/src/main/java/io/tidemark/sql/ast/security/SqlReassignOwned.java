package io.tidemark.sql.ast.security;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code REASSIGN OWNED BY user TO user}. */
public final class SqlReassignOwned extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "REASSIGN OWNED",
            SqlKind.OTHER_DDL,
            (pos, operands) -> new SqlReassignOwned(pos, operands.name(0), operands.name(1)));

    private final SqlIdentifier from;
    private final SqlIdentifier to;

    /** Makes a statement. */
    public SqlReassignOwned(SqlParserPos pos, SqlIdentifier from, SqlIdentifier to) {
        super(pos);
        this.from = from;
        this.to = to;
    }

    /** Returns the user to whom the objects belong. */
    public SqlIdentifier from() {
        return from;
    }

    /** Returns the user to whom they are to belong. */
    public SqlIdentifier to() {
        return to;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(from, to);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("REASSIGN OWNED BY");
        from.unparse(writer, 0, 0);
        writer.keyword("TO");
        to.unparse(writer, 0, 0);
    }
}
