package io.tidemark.sql.ast.command;

import io.tidemark.sql.ast.NodeOperator;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code BEGIN}, {@code COMMIT}, {@code ROLLBACK}, and what has to do with savepoints. */
public final class SqlTransactionControl extends SqlCall {

    /** What is done. */
    public enum Action {
        BEGIN,
        COMMIT,
        ROLLBACK,
        SAVEPOINT
    }

    private final Action action;

    /** Makes a statement. */
    public SqlTransactionControl(SqlParserPos pos, Action action) {
        super(pos);
        this.action = action;
    }

    /** Returns what is done. */
    public Action action() {
        return action;
    }

    @Override
    public SqlOperator getOperator() {
        return new NodeOperator(
                action.name(), SqlKind.OTHER, (pos, operands) -> new SqlTransactionControl(pos, action));
    }

    @Override
    public List<SqlNode> getOperandList() {
        return List.of();
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword(action.name());
    }
}
