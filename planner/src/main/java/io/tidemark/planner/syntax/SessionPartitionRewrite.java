package io.tidemark.planner.syntax;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites {@code SESSION(TABLE s PARTITION BY k, DESCRIPTOR(ts), gap)} to {@code SESSION(TABLE s, DESCRIPTOR(ts), gap, DESCRIPTOR(k))}, since
 * Calcite keeps a partitioned table from the plan.
 */
public final class SessionPartitionRewrite extends SqlShuttle {
    private static final int OPERANDS = 3;

    private SessionPartitionRewrite() {}

    /** Rewrites every call in the tree. */
    public static SqlNode rewrite(SqlNode tree) {
        return Objects.requireNonNull(tree.accept(new SessionPartitionRewrite()));
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        boolean session = visited instanceof SqlCall now
                && now.getOperator().getName().equalsIgnoreCase("SESSION")
                && now.operandCount() == OPERANDS
                && now.operand(0).getKind() == SqlKind.SET_SEMANTICS_TABLE;
        return session ? rewritten((SqlCall) visited) : visited;
    }

    private static SqlNode rewritten(SqlCall call) {
        SqlCall table = call.operand(0);
        SqlNodeList partition = table.operand(1);
        SqlNodeList order = table.operand(2);
        if (!order.isEmpty()) {
            throw refused("ORDER BY in SESSION", order);
        }
        for (SqlNode key : partition) {
            if (!(key instanceof SqlIdentifier)) {
                throw refused("an expression in PARTITION BY of SESSION", key)
                        .hint("compute it as a column of a query, and call SESSION on that");
            }
        }
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.set(0, table.operand(0));
        operands.add(SqlStdOperatorTable.DESCRIPTOR.createCall(partition));
        return call.getOperator().createCall(call.getParserPosition(), operands);
    }

    private static CodedException refused(String construct, SqlNode node) {
        CodedException refused = CodedException.unsupported(construct);
        return Positions.of(node).map(refused::at).orElse(refused);
    }
}
