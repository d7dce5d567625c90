package io.tidemark.planner.translate;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** What the visitor asks of row expressions. */
final class Expressions {
    private Expressions() {}

    /** The expression with each column reference replaced. */
    static RexNode substitute(RexNode node, List<? extends RexNode> columns) {
        return node.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return columns.get(ref.getIndex());
            }
        });
    }

    /** The expression without casts that only say whether a value can be null. */
    static RexNode withoutNullabilityCasts(RexNode node) {
        return node.accept(new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                RexNode inner = super.visitCall(call);
                return inner instanceof RexCall cast
                                && cast.getKind() == SqlKind.CAST
                                && sameButNullability(
                                        cast.getType(),
                                        cast.getOperands().get(0).getType())
                        ? cast.getOperands().get(0)
                        : inner;
            }
        });
    }

    private static boolean sameButNullability(RelDataType left, RelDataType right) {
        return SqlTypeUtil.equalSansNullability(left, right);
    }

    /** The expression over columns that have moved: element i of {@code positions} is where column i is now. */
    static RexNode moved(RexNode node, List<Integer> positions) {
        return node.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(positions.get(ref.getIndex()), ref.getType());
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
