package io.tidemark.planner.rule.filter;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.validate.SafeExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/**
 * Moves each part of a condition that cannot fail as far down as it goes: through projections, below aggregates if it looks at groups alone, into all
 * inputs of UNION, into joins and below them. So a join written with a comma has keys, and groups and rows that nobody sees need no state. A part
 * that can fail stays where it is, because what stands below may protect it.
 *
 * <p>Before: {@code Filter(k > 5 AND n > 1) over Aggregate(k, COUNT n)}. After: {@code Filter(n > 1) over Aggregate over Filter(k > 5)}.
 */
public final class FilterPushdown {
    private final RexBuilder builder;

    private FilterPushdown(RexBuilder builder) {
        this.builder = builder;
    }

    /** Returns the plan with its conditions moved. */
    public static RelNode push(RelNode plan) {
        return new FilterPushdown(plan.getCluster().getRexBuilder()).visit(plan, List.of());
    }

    /** An operator's rows that meet conditions, with these and all below moved. */
    RelNode visit(RelNode node, List<RexNode> conditions) {
        if (node instanceof Filter filter) {
            List<RexNode> all = new ArrayList<>(parts(filter.getCondition()));
            all.addAll(conditions);
            return visit(filter.getInput(), all);
        }
        if (node instanceof Project project) {
            return project(project, conditions);
        }
        if (node instanceof AsofJoin join) {
            return asof(join, conditions);
        }
        if (node instanceof Join join) {
            Optional<RelNode> swapped = SemiJoinPushdown.swapped(join);
            if (swapped.isPresent()) {
                return visit(swapped.get(), conditions);
            }
            return new JoinFilters(this, join, builder).pushed(conditions);
        }
        if (node instanceof Aggregate aggregate) {
            return aggregate(aggregate, conditions);
        }
        if (node instanceof Union union) {
            return union(union, conditions);
        }
        if (node instanceof Sort sort && sort.fetch == null && sort.offset == null) {
            return sort.copy(sort.getTraitSet(), List.of(visit(sort.getInput(), conditions)));
        }
        if (node instanceof TableFunctionScan function && isUnnest(function)) {
            return function(function, conditions);
        }
        List<RelNode> inputs = new ArrayList<>();
        node.getInputs().forEach(input -> inputs.add(visit(input, List.of())));
        return filtered(inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs), conditions);
    }

    /** The parts of a condition that all have to hold; what all branches of an OR have in common is one of them. */
    List<RexNode> parts(RexNode condition) {
        return RelOptUtil.conjunctions(RexUtil.pullFactors(builder, condition));
    }

    RelNode filtered(RelNode rows, List<RexNode> conditions) {
        RexNode condition = RexUtil.composeConjunction(builder, conditions);
        return condition.isAlwaysTrue() ? rows : LogicalFilter.create(rows, condition);
    }

    /** Whether a condition may be judged for rows for which it was not. */
    static boolean moves(RexNode condition) {
        return !SafeExpressions.canFail(condition)
                && RexUtil.isDeterministic(condition)
                && !RexOver.containsOver(condition);
    }

    private RelNode project(Project project, List<RexNode> conditions) {
        List<RexNode> below = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode part : conditions) {
            RexNode moved = RelOptUtil.pushPastProject(part, project);
            boolean moves = moves(moved) && !RexOver.containsOver(project.getProjects(), null);
            (moves ? below : above).add(moves ? moved : part);
        }
        RelNode input = visit(project.getInput(), below);
        return filtered(project.copy(project.getTraitSet(), List.of(input)), above);
    }

    /** Each left row is joined by itself, so those that nobody sees need not be; of the right ones any may be the nearest. */
    private RelNode asof(AsofJoin join, List<RexNode> conditions) {
        int leftCount = join.getLeft().getRowType().getFieldCount();
        List<RexNode> left = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode part : conditions) {
            boolean ofLeft = RelOptUtil.InputFinder.bits(part).length() <= leftCount;
            (ofLeft && moves(part) ? left : above).add(part);
        }
        List<RelNode> inputs = List.of(visit(join.getLeft(), left), visit(join.getRight(), List.of()));
        return filtered(join.copy(join.getTraitSet(), inputs), above);
    }

    private RelNode aggregate(Aggregate aggregate, List<RexNode> conditions) {
        List<Integer> groups = aggregate.getGroupSet().asList();
        boolean simple = aggregate.getGroupType() == Aggregate.Group.SIMPLE && !groups.isEmpty();
        List<RexNode> below = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode part : conditions) {
            boolean ofGroups = RelOptUtil.InputFinder.bits(part).length() <= groups.size();
            if (simple && ofGroups && moves(part)) {
                below.add(moved(part, groups));
            } else {
                above.add(part);
            }
        }
        RelNode input = visit(aggregate.getInput(), below);
        return filtered(aggregate.copy(aggregate.getTraitSet(), List.of(input)), above);
    }

    private static RexNode moved(RexNode condition, List<Integer> columns) {
        return condition.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(columns.get(ref.getIndex()), ref.getType());
            }
        });
    }

    private RelNode union(Union union, List<RexNode> conditions) {
        List<RexNode> below = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode part : conditions) {
            (moves(part) && hasSameTypes(union, part) ? below : above).add(part);
        }
        List<RelNode> inputs =
                union.getInputs().stream().map(input -> visit(input, below)).toList();
        return filtered(union.copy(union.getTraitSet(), inputs, union.all), above);
    }

    /** Whether the columns that a condition looks at are of one type in all inputs. */
    private static boolean hasSameTypes(Union union, RexNode condition) {
        for (int column : RelOptUtil.InputFinder.bits(condition)) {
            for (RelNode input : union.getInputs()) {
                if (!input.getRowType()
                        .getFieldList()
                        .get(column)
                        .getType()
                        .equals(union.getRowType().getFieldList().get(column).getType())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isUnnest(TableFunctionScan function) {
        return function.getInputs().size() == 1
                && function.getCall() instanceof RexCall call
                && call.getOperator().equals(DialectOperators.UNNEST_ROWS);
    }

    private RelNode function(TableFunctionScan function, List<RexNode> conditions) {
        int passed = function.getInput(0).getRowType().getFieldCount();
        List<RexNode> below = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode part : conditions) {
            boolean ofInput = RelOptUtil.InputFinder.bits(part).length() <= passed;
            (ofInput && moves(part) ? below : above).add(part);
        }
        RelNode input = visit(function.getInput(0), below);
        return filtered(function.copy(function.getTraitSet(), List.of(input)), above);
    }
}
