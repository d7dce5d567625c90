package io.tidemark.planner.rule.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Orders three or more inner joins so that what they keep between them is small, as far as can be told from keys and conditions. All conditions then
 * stand over the joins, to be moved into them again.
 *
 * <p>Before: {@code Join(b.y = c.y) over Join(TRUE) of a and b, and c}, with {@code a.x = c.x}. After: {@code Join(a.x = c.x) of a and
 * Join(b.y = c.y) of b and c}.
 */
public final class JoinOrder extends RelHomogeneousShuttle {
    /** More orders than of so many inputs are not looked at one by one. */
    private static final int MOST_COMPARED = 10;

    private static final int LEAST_ORDERED = 3;

    private JoinOrder() {}

    /** Returns the plan with its inner joins in another order. */
    public static RelNode order(RelNode plan) {
        return plan.accept(new JoinOrder());
    }

    @Override
    public RelNode visit(RelNode other) {
        if (!isInner(other)) {
            return super.visit(other);
        }
        List<RelNode> inputs = new ArrayList<>();
        List<RexNode> conditions = new ArrayList<>();
        List<RexNode> columns = flatten(other, inputs, conditions);
        if (inputs.size() < LEAST_ORDERED) {
            return super.visit(other);
        }
        List<RelNode> visited = new ArrayList<>();
        inputs.forEach(input -> visited.add(input.accept(this)));
        return ordered((Join) other, visited, conditions, columns);
    }

    private static boolean isInner(RelNode node) {
        return node instanceof Join join && join.getJoinType() == JoinRelType.INNER;
    }

    /** Collects the inputs of joins upon joins, with all their conditions, over the columns of all inputs; returns what the columns are. */
    private static List<RexNode> flatten(RelNode node, List<RelNode> inputs, List<RexNode> conditions) {
        if (node instanceof Join join && isInner(node)) {
            List<RexNode> columns = new ArrayList<>(flatten(join.getLeft(), inputs, conditions));
            columns.addAll(flatten(join.getRight(), inputs, conditions));
            RelOptUtil.conjunctions(join.getCondition())
                    .forEach(part -> conditions.add(part.accept(new ColumnValues(columns))));
            return columns;
        }
        if (node instanceof Filter filter && reachesJoin(filter.getInput())) {
            List<RexNode> columns = flatten(filter.getInput(), inputs, conditions);
            RelOptUtil.conjunctions(filter.getCondition())
                    .forEach(part -> conditions.add(part.accept(new ColumnValues(columns))));
            return columns;
        }
        if (node instanceof Project project && reachesJoin(project)) {
            List<RexNode> columns = flatten(project.getInput(), inputs, conditions);
            return new ColumnValues(columns).apply(project.getProjects());
        }
        int first = inputs.stream()
                .mapToInt(input -> input.getRowType().getFieldCount())
                .sum();
        inputs.add(node);
        List<RexNode> columns = new ArrayList<>();
        node.getRowType()
                .getFieldList()
                .forEach(field -> columns.add(new RexInputRef(first + field.getIndex(), field.getType())));
        return columns;
    }

    /** Whether only filters, and projections that rename, stand over an inner join. */
    private static boolean reachesJoin(RelNode node) {
        if (node instanceof Project project) {
            return project.getProjects().stream().allMatch(JoinOrder::isColumn) && reachesJoin(project.getInput());
        }
        return isInner(node) || (node instanceof Filter filter && reachesJoin(filter.getInput()));
    }

    private static boolean isColumn(RexNode expression) {
        return expression instanceof RexInputRef
                || (expression.getKind() == SqlKind.CAST
                        && ((RexCall) expression).getOperands().get(0) instanceof RexInputRef column
                        && SqlTypeUtil.equalSansNullability(column.getType(), expression.getType()));
    }

    private static RelNode ordered(Join join, List<RelNode> inputs, List<RexNode> conditions, List<RexNode> columns) {
        JoinGraph graph = JoinGraph.of(inputs, conditions);
        JoinTree tree = inputs.size() <= MOST_COMPARED ? JoinSearch.best(graph) : JoinSearch.greedy(graph);
        RelNode joined = joined(tree, inputs, join.getHints());
        ColumnValues places = new ColumnValues(places(tree, inputs, graph));
        List<RexNode> moved = places.apply(conditions);
        RexBuilder builder = join.getCluster().getRexBuilder();
        RexNode all = RexUtil.composeConjunction(builder, moved);
        RelNode filtered = all.isAlwaysTrue() ? joined : LogicalFilter.create(joined, all);
        return LogicalProject.create(
                filtered, List.of(), places.apply(columns), join.getRowType().getFieldNames(), Set.of());
    }

    /** Where the columns of all inputs are, in the order as written, after the joins of a tree. */
    private static List<RexNode> places(JoinTree tree, List<RelNode> inputs, JoinGraph graph) {
        SortedMap<Integer, RexNode> places = new TreeMap<>();
        int next = 0;
        for (int input : tree.inputs()) {
            for (RelDataTypeField field : inputs.get(input).getRowType().getFieldList()) {
                places.put(graph.firstColumn(input) + field.getIndex(), new RexInputRef(next, field.getType()));
                next++;
            }
        }
        return List.copyOf(places.values());
    }

    private static RelNode joined(JoinTree tree, List<RelNode> inputs, List<RelHint> hints) {
        if (tree.isInput()) {
            return inputs.get(tree.inputs().get(0));
        }
        RelNode left = joined(tree.left(), inputs, hints);
        RelNode right = joined(tree.right(), inputs, hints);
        RexNode always = left.getCluster().getRexBuilder().makeLiteral(true);
        return LogicalJoin.create(left, right, hints, always, Set.of(), JoinRelType.INNER);
    }
}
