package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A query with an EMIT clause, which makes it a push query: {@code SELECT … EMIT …}. */
public final class SqlEmitQuery extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "EMIT QUERY",
            SqlKind.OTHER,
            (pos, operands) -> new SqlEmitQuery(pos, operands.node(0, SqlNode.class), operands.node(1, SqlEmit.class)));

    private final SqlNode query;
    private final SqlEmit emit;

    /** Makes a statement. */
    public SqlEmitQuery(SqlParserPos pos, SqlNode query, SqlEmit emit) {
        super(pos);
        this.query = query;
        this.emit = emit;
    }

    /** Returns the query, without EMIT. */
    public SqlNode query() {
        return query;
    }

    /** Returns the EMIT clause. */
    public SqlEmit emit() {
        return emit;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(query, emit);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        query.unparse(writer, 0, 0);
        emit.unparse(writer, 0, 0);
    }
}
