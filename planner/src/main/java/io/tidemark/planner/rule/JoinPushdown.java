package io.tidemark.planner.rule;

import io.tidemark.planner.validate.SafeExpressions;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Moves those parts of conditions that cannot fail to where the fewest rows meet them: of a filter over a join into the join, and of both into the
 * join's inputs where they look at one of them alone. So a join written with a comma gets keys, and rows that match nothing are never kept.
 *
 * <p>Before: {@code Filter(a.x = b.x AND a.y > 5) over Join(TRUE)}. After: {@code Join(a.x = b.x) over Filter(a.y > 5) and b}.
 */
final class JoinPushdown extends RelHomogeneousShuttle {
    private JoinPushdown() {}

    static RelNode push(RelNode plan) {
        return plan.accept(new JoinPushdown());
    }

    @Override
    public RelNode visit(RelNode other) {
        if (other instanceof Filter filter && filter.getInput() instanceof Join join) {
            return super.visit(pushed(filter, join));
        }
        return super.visit(other instanceof Join join ? split(join) : other);
    }

    /** Moves parts of a filter over a join. */
    private static RelNode pushed(Filter filter, Join join) {
        JoinRelType type = join.getJoinType();
        int leftCount = join.getLeft().getRowType().getFieldCount();
        List<RexNode> left = new ArrayList<>();
        List<RexNode> right = new ArrayList<>();
        List<RexNode> inside = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(filter.getCondition())) {
            if (!moves(part)) {
                above.add(part);
            } else if (isLeft(part, leftCount) && keepsLeft(type)) {
                left.add(part);
            } else if (isRight(part, leftCount) && keepsRight(type)) {
                right.add(RexUtil.shift(part, -leftCount));
            } else if (type == JoinRelType.INNER) {
                inside.add(part);
            } else {
                above.add(part);
            }
        }
        RexBuilder builder = filter.getCluster().getRexBuilder();
        inside.addAll(0, RelOptUtil.conjunctions(join.getCondition()));
        RelNode moved = split(join.copy(
                join.getTraitSet(),
                RexUtil.composeConjunction(builder, inside),
                filtered(join.getLeft(), left),
                filtered(join.getRight(), right),
                type,
                join.isSemiJoinDone()));
        return above.isEmpty() ? moved : LogicalFilter.create(moved, RexUtil.composeConjunction(builder, above));
    }

    /** Moves parts of a join's condition that look at one input, whose other rows would match nothing and come out in no way. */
    private static RelNode split(Join join) {
        JoinRelType type = join.getJoinType();
        int leftCount = join.getLeft().getRowType().getFieldCount();
        List<RexNode> left = new ArrayList<>();
        List<RexNode> right = new ArrayList<>();
        List<RexNode> inside = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(join.getCondition())) {
            if (moves(part) && isLeft(part, leftCount) && dropsLeft(type)) {
                left.add(part);
            } else if (moves(part) && isRight(part, leftCount) && dropsRight(type)) {
                right.add(RexUtil.shift(part, -leftCount));
            } else {
                inside.add(part);
            }
        }
        if (left.isEmpty() && right.isEmpty()) {
            return join;
        }
        return join.copy(
                join.getTraitSet(),
                RexUtil.composeConjunction(join.getCluster().getRexBuilder(), inside),
                filtered(join.getLeft(), left),
                filtered(join.getRight(), right),
                type,
                join.isSemiJoinDone());
    }

    private static RelNode filtered(RelNode input, List<RexNode> conditions) {
        return conditions.isEmpty()
                ? input
                : LogicalFilter.create(
                        input, RexUtil.composeConjunction(input.getCluster().getRexBuilder(), conditions));
    }

    private static boolean moves(RexNode part) {
        return !SafeExpressions.canFail(part) && RexUtil.isDeterministic(part);
    }

    private static boolean isLeft(RexNode part, int leftCount) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(part);
        return !used.isEmpty() && used.length() <= leftCount;
    }

    private static boolean isRight(RexNode part, int leftCount) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(part);
        return !used.isEmpty() && used.nth(0) >= leftCount;
    }

    /** Whether every row that comes out has a left row's columns. */
    private static boolean keepsLeft(JoinRelType type) {
        return switch (type) {
            case INNER, LEFT, SEMI, ANTI, LEFT_MARK -> true;
            default -> false;
        };
    }

    private static boolean keepsRight(JoinRelType type) {
        return type == JoinRelType.INNER || type == JoinRelType.RIGHT;
    }

    /** Whether a left row that matches nothing does not come out. */
    private static boolean dropsLeft(JoinRelType type) {
        return type == JoinRelType.INNER || type == JoinRelType.RIGHT || type == JoinRelType.SEMI;
    }

    /** The same of a right row. */
    private static boolean dropsRight(JoinRelType type) {
        return switch (type) {
            case INNER, LEFT, SEMI, ANTI -> true;
            default -> false;
        };
    }
}
