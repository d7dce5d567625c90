package io.tidemark.planner.translate;

import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;

/** What the visitor asks of row expressions. */
final class Expressions {
    /** Operators that give a value for every operand. */
    private static final Set<SqlKind> SAFE = Set.of(
            SqlKind.EQUALS,
            SqlKind.NOT_EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL,
            SqlKind.AND,
            SqlKind.OR,
            SqlKind.NOT,
            SqlKind.IS_NULL,
            SqlKind.IS_NOT_NULL,
            SqlKind.IS_TRUE,
            SqlKind.IS_NOT_TRUE,
            SqlKind.IS_FALSE,
            SqlKind.IS_NOT_FALSE,
            SqlKind.IS_DISTINCT_FROM,
            SqlKind.IS_NOT_DISTINCT_FROM,
            SqlKind.CASE,
            SqlKind.COALESCE,
            SqlKind.SEARCH);

    private Expressions() {}

    /** Whether evaluation can fail for some row. */
    static boolean canFail(RexNode node) {
        boolean[] found = {false};
        node.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
                found[0] |= !SAFE.contains(call.getKind());
                return super.visitCall(call);
            }
        });
        return found[0];
    }

    /** The expression with each column reference replaced. */
    static RexNode substitute(RexNode node, List<? extends RexNode> columns) {
        return node.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return columns.get(ref.getIndex());
            }
        });
    }

    /** The expression over columns that have moved: {@code positions[i]} is where column i is now. */
    static RexNode moved(RexNode node, int[] positions) {
        return node.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(positions[ref.getIndex()], ref.getType());
            }
        });
    }

    /** Whether expressions over {@code inner} can take its expressions in without computing one of them twice. */
    static boolean canTakeIn(List<RexNode> outer, List<RexNode> inner) {
        int[] uses = new int[inner.size()];
        for (RexNode node : outer) {
            node.accept(new RexVisitorImpl<Void>(true) {
                @Override
                public Void visitInputRef(RexInputRef ref) {
                    uses[ref.getIndex()]++;
                    return null;
                }
            });
        }
        for (int i = 0; i < uses.length; i++) {
            boolean trivial = inner.get(i) instanceof RexInputRef || inner.get(i) instanceof RexLiteral;
            boolean fixed = RexUtil.isDeterministic(inner.get(i));
            if (!trivial && (uses[i] > 1 || (!fixed && uses[i] != 1))) {
                return false;
            }
        }
        return true;
    }
}
