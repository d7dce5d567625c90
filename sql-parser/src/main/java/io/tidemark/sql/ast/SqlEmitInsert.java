package io.tidemark.sql.ast;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** An INSERT with an EMIT clause: {@code INSERT INTO sink SELECT … EMIT …}. */
public final class SqlEmitInsert extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "EMIT INSERT",
            SqlKind.OTHER,
            (pos, operands) ->
                    new SqlEmitInsert(pos, operands.node(0, SqlInsert.class), operands.node(1, SqlEmit.class)));

    private final SqlInsert insert;
    private final SqlEmit emit;

    /** Makes a statement. */
    public SqlEmitInsert(SqlParserPos pos, SqlInsert insert, SqlEmit emit) {
        super(pos);
        this.insert = insert;
        this.emit = emit;
    }

    /** Returns the INSERT, without EMIT. */
    public SqlInsert insert() {
        return insert;
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
        return NodeOperator.operands(insert, emit);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        insert.unparse(writer, 0, 0);
        emit.unparse(writer, 0, 0);
    }
}
