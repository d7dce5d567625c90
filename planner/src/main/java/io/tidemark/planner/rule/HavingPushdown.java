package io.tidemark.planner.rule;

import io.tidemark.planner.validate.SafeExpressions;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/**
 * Moves those parts of HAVING that look at group columns alone, and cannot fail, below the aggregate: groups nobody sees need no state.
 *
 * <p>Before: {@code Filter(k > 5 AND n > 1) over Aggregate(k, COUNT n)}. After: {@code Filter(n > 1) over Aggregate over Filter(k > 5)}.
 */
final class HavingPushdown extends RelHomogeneousShuttle {
    private HavingPushdown() {}

    static RelNode push(RelNode plan) {
        return plan.accept(new HavingPushdown());
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode moved = other instanceof Filter filter && filter.getInput() instanceof Aggregate aggregate
                ? moved(filter, aggregate)
                : other;
        return super.visit(moved);
    }

    private static RelNode moved(Filter filter, Aggregate aggregate) {
        List<Integer> groups = aggregate.getGroupSet().asList();
        if (aggregate.getGroupType() != Aggregate.Group.SIMPLE || groups.isEmpty()) {
            return filter;
        }
        List<RexNode> below = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(filter.getCondition())) {
            (moves(part, groups.size()) ? below : above).add(part);
        }
        if (below.isEmpty()) {
            return filter;
        }
        RexBuilder builder = filter.getCluster().getRexBuilder();
        RexNode early = overInput(RexUtil.composeConjunction(builder, below), groups);
        RelNode input = LogicalFilter.create(aggregate.getInput(), early);
        RelNode grouped = aggregate.copy(aggregate.getTraitSet(), List.of(input));
        return above.isEmpty() ? grouped : LogicalFilter.create(grouped, RexUtil.composeConjunction(builder, above));
    }

    private static boolean moves(RexNode part, int groupCount) {
        return RelOptUtil.InputFinder.bits(part).asList().stream().allMatch(i -> i < groupCount)
                && !SafeExpressions.canFail(part)
                && RexUtil.isDeterministic(part);
    }

    private static RexNode overInput(RexNode condition, List<Integer> groups) {
        return condition.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(groups.get(ref.getIndex()), ref.getType());
            }
        });
    }
}
