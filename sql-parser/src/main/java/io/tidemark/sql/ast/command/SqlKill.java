package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code KILL SESSION|STATEMENT 'id'}. */
public final class SqlKill extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "KILL",
            SqlKind.OTHER,
            (pos, operands) ->
                    new SqlKill(pos, operands.symbol(0, Target.class), operands.node(1, SqlCharStringLiteral.class)));

    private final Target target;
    private final SqlCharStringLiteral id;

    /** What is ended. */
    public enum Target {
        /** A client's connection, with all that it runs. */
        SESSION,
        /** One statement; the session goes on. */
        STATEMENT
    }

    /** Makes a statement. */
    public SqlKill(SqlParserPos pos, Target target, SqlCharStringLiteral id) {
        super(pos);
        this.target = target;
        this.id = id;
    }

    /** Returns what is ended. */
    public Target target() {
        return target;
    }

    /** Returns the literal that names it. */
    public SqlCharStringLiteral id() {
        return id;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.symbol(target), id);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("KILL");
        writer.keyword(target.name());
        id.unparse(writer, 0, 0);
    }
}
