package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code PAUSE|RESUME|STOP QUERY name [WITH DRAIN]}. */
public final class SqlQueryControl extends SqlCall {
    private static final SqlOperator OPERATOR = new NodeOperator(
            "QUERY CONTROL",
            SqlKind.OTHER,
            (pos, operands) ->
                    new SqlQueryControl(pos, operands.symbol(0, Action.class), operands.name(1), operands.flag(2)));

    private final Action action;
    private final SqlIdentifier name;
    private final boolean drain;

    /** What to do with the query. */
    public enum Action {
        /** Start no further epoch. */
        PAUSE,
        /** Go on after PAUSE, or after a failure. */
        RESUME,
        /** End for good, state dropped. */
        STOP
    }

    /** Makes a statement. */
    public SqlQueryControl(SqlParserPos pos, Action action, SqlIdentifier name, boolean drain) {
        super(pos);
        this.action = action;
        this.name = name;
        this.drain = drain;
    }

    /** Returns what to do. */
    public Action action() {
        return action;
    }

    /** Returns the query's name. */
    public SqlIdentifier name() {
        return name;
    }

    /** Returns whether STOP first takes what the sources hold now. */
    public boolean drain() {
        return drain;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return NodeOperator.operands(NodeOperator.symbol(action), name, NodeOperator.flag(drain));
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(action.name());
        writer.keyword("QUERY");
        name.unparse(writer, 0, 0);
        if (drain) {
            writer.keyword("WITH DRAIN");
        }
    }
}
