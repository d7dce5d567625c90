package io.tidemark.planner.syntax;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Handles parse trees. */
public final class SyntaxTrees {
    private SyntaxTrees() {}

    /** A copy of a tree, so that validation, which changes trees, leaves the original as it was. */
    public static SqlNode copy(SqlNode node) {
        SqlNode copy = node.accept(new Copier());
        return java.util.Objects.requireNonNull(copy);
    }

    private static final class Copier extends SqlShuttle {
        @Override
        public SqlNode visit(SqlIdentifier identifier) {
            return identifier.clone(identifier.getParserPosition());
        }

        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
            call.getOperator().acceptCall(this, call, false, handler);
            return handler.result();
        }
    }
}
