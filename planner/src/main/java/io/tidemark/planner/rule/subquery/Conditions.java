package io.tidemark.planner.rule.subquery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** The parts of conditions that tell which rows of a subquery belong to an outer row. */
final class Conditions {
    private Conditions() {}

    /** An equality of something of the outer row with something of the subquery's rows. */
    record Matching(RexCall equality, RexNode outer, RexNode inner) {
        /** The same with another expression for the subquery's side. */
        RexNode withInner(RexNode other, RexBuilder builder) {
            return builder.makeCall(equality.getOperator(), outer, other);
        }
    }

    /** The equality that a condition is, if either side is of one of the two alone. */
    static Optional<Matching> matching(RexNode condition, OuterRow outer) {
        boolean equality = condition.getKind() == SqlKind.EQUALS || condition.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
        if (!equality || !(condition instanceof RexCall call)) {
            return Optional.empty();
        }
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (ofOuter(left, outer) && ofRows(right, outer)) {
            return Optional.of(new Matching(call, left, right));
        }
        return ofOuter(right, outer) && ofRows(left, outer)
                ? Optional.of(new Matching(call, right, left))
                : Optional.empty();
    }

    /** Whether a condition looks at no row of the subquery. */
    static boolean isOuterOnly(RexNode condition) {
        return RelOptUtil.InputFinder.bits(condition).isEmpty();
    }

    private static boolean ofOuter(RexNode side, OuterRow outer) {
        return outer.isIn(side) && isOuterOnly(side);
    }

    private static boolean ofRows(RexNode side, OuterRow outer) {
        return !outer.isIn(side) && !isOuterOnly(side);
    }

    /** Expressions over columns that now stand {@code by} further to the right. */
    static List<RexNode> shifted(List<RexNode> expressions, int by) {
        List<RexNode> moved = new ArrayList<>();
        expressions.forEach(expression -> moved.add(shifted(expression, by)));
        return moved;
    }

    static RexNode shifted(RexNode expression, int by) {
        return expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return new RexInputRef(reference.getIndex() + by, reference.getType());
            }
        });
    }

    /** The condition that is FALSE where the given one is unknown. */
    static RexNode isTrue(RexNode condition, RexBuilder builder) {
        return condition.getType().isNullable() ? builder.makeCall(SqlStdOperatorTable.IS_TRUE, condition) : condition;
    }
}
