package io.tidemark.planner.syntax;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites {@code TUMBLE((a UNION ALL b), …)} to {@code TUMBLE((SELECT * FROM (a UNION ALL b)), …)}, and so for every query that is no plain
 * SELECT: Calcite takes each SELECT within such an input for an input of its own, and a window function has only one.
 *
 * <p><b>Errors</b>: TYPE_MISMATCH for a time column without DESCRIPTOR.
 */
public final class WindowInputRewrite extends SqlShuttle {
    private static final Set<String> WINDOWS = Set.of("TUMBLE", "HOP", "CUMULATE", "SESSION");
    private static final Set<SqlKind> PLAIN = Set.of(SqlKind.SELECT, SqlKind.EXPLICIT_TABLE);

    private WindowInputRewrite() {}

    /** Rewrites every call in the tree. */
    public static SqlNode rewrite(SqlNode tree) {
        return Objects.requireNonNull(tree.accept(new WindowInputRewrite()));
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (!(visited instanceof SqlCall now)
                || !WINDOWS.contains(now.getOperator().getName().toUpperCase(Locale.ROOT))) {
            return visited;
        }
        checkTimeColumn(now);
        for (int i = 0; i < now.operandCount(); i++) {
            SqlNode operand = now.operand(i);
            SqlNode input = wrapped(operand);
            if (input != operand) {
                now = with(now, i, input);
            }
        }
        return now;
    }

    /** Refuses a bare column, which Calcite would look for where there are no columns. */
    private static void checkTimeColumn(SqlCall window) {
        if (window.operandCount() > 1 && window.operand(1) instanceof SqlIdentifier column) {
            CodedException refused = CodedException.typeMismatch(
                            "the time column of " + window.getOperator().getName(),
                            "the bare name \"" + column + "\"",
                            "DESCRIPTOR(" + column + ")")
                    .hint("write DESCRIPTOR(" + column + ")");
            throw Positions.of(column).map(refused::at).orElse(refused);
        }
    }

    private static SqlNode wrapped(SqlNode operand) {
        SqlKind kind = operand.getKind();
        if (kind == SqlKind.ARGUMENT_ASSIGNMENT || kind == SqlKind.SET_SEMANTICS_TABLE) {
            SqlCall holder = (SqlCall) operand;
            SqlNode input = wrapped(holder.operand(0));
            return input == holder.operand(0) ? operand : with(holder, 0, input);
        }
        return kind.belongsTo(SqlKind.QUERY) && !PLAIN.contains(kind) ? selected(operand) : operand;
    }

    private static SqlCall with(SqlCall call, int index, SqlNode operand) {
        SqlNode[] operands = call.getOperandList().toArray(SqlNode[]::new);
        operands[index] = operand;
        return call.getOperator().createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
    }

    private static SqlSelect selected(SqlNode query) {
        SqlParserPos pos = query.getParserPosition();
        SqlNodeList all = SqlNodeList.of(SqlIdentifier.star(pos));
        return new SqlSelect(pos, null, all, query, null, null, null, null, null, null, null, null, null);
    }
}
