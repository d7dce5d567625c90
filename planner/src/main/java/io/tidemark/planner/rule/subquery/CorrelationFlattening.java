package io.tidemark.planner.rule.subquery;

import io.tidemark.planner.validate.SafeExpressions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Takes what depends on the outer row out of a subquery, where it stands in filters, projections and inner joins, and below aggregates in equalities:
 * those become groups.
 *
 * <p>Before: {@code Aggregate({}, SUM(b)) over Filter(a = $outer.x) over rows}. After: {@code Aggregate(a, SUM(b)) over rows}, of which that row
 * belongs to the outer row whose {@code a = $outer.x}. A condition that is taken out is judged later than it was; so no expression that
 * can fail is left behind, judged without the conditions before it.
 */
final class CorrelationFlattening {
    private final OuterRow outer;
    private final RexBuilder builder;

    private CorrelationFlattening(OuterRow outer, RexBuilder builder) {
        this.outer = outer;
        this.builder = builder;
    }

    /**
     * Flattens a subquery of which it only matters whether there are rows that meet a condition; empty if its form does not allow it.
     *
     * @param any whether any row meets it
     */
    static Optional<FlatQuery> ofExistence(RelNode query, boolean any, OuterRow outer) {
        RexBuilder builder = query.getCluster().getRexBuilder();
        return new CorrelationFlattening(outer, builder).flat(any ? unlimited(query) : query, true);
    }

    /** A query without the LIMIT that leaves some row of it if there is any. */
    private static RelNode unlimited(RelNode query) {
        if (query instanceof Project project) {
            return project.copy(project.getTraitSet(), List.of(unlimited(project.getInput())));
        }
        return query instanceof Sort sort && keepsExistence(sort) ? unlimited(sort.getInput()) : query;
    }

    /** Flattens a subquery; empty if its form does not allow it. */
    static Optional<FlatQuery> of(RelNode query, OuterRow outer) {
        return new CorrelationFlattening(outer, query.getCluster().getRexBuilder()).flat(query, false);
    }

    private Optional<FlatQuery> flat(RelNode query, boolean existence) {
        if (query instanceof Sort sort && isUnlimited(sort)) {
            return flat(sort.getInput(), existence);
        }
        if (query instanceof Aggregate distinct && existence && isDistinct(distinct)) {
            return flat(distinct.getInput(), true).map(below -> distinct(below, distinct));
        }
        if (!outer.isIn(query)) {
            return Optional.of(FlatQuery.independent(query));
        }
        if (query instanceof Project project) {
            return isPlain(project)
                    ? flat(project.getInput(), existence)
                            .map(below -> below.withOutputs(substituted(project.getProjects(), below)))
                    : Optional.empty();
        }
        if (query instanceof Join join && existence && join.getJoinType() == JoinRelType.SEMI) {
            return inner(join, true)
                    .map(both -> both.withOutputs(both.outputs()
                            .subList(0, join.getLeft().getRowType().getFieldCount())));
        }
        if (query instanceof Sort sort) {
            return flat(sort.getInput(), false).flatMap(below -> limited(sort, below));
        }
        if (query instanceof Filter filter) {
            return flat(filter.getInput(), existence).map(below -> filtered(below, filter.getCondition()));
        }
        if (query instanceof Join join) {
            return join.getJoinType() == JoinRelType.INNER ? inner(join, existence) : kept(join, existence);
        }
        return query instanceof Aggregate aggregate
                ? flat(aggregate.getInput(), false).flatMap(below -> grouped(aggregate, below))
                : Optional.empty();
    }

    private static boolean isUnlimited(Sort sort) {
        return sort.fetch == null && sort.offset == null;
    }

    private static boolean keepsExistence(Sort sort) {
        return sort.offset == null
                && sort.fetch instanceof RexLiteral fetch
                && !RexLiteral.isNullLiteral(fetch)
                && RexLiteral.intValue(fetch) > 0;
    }

    private static boolean isDistinct(Aggregate aggregate) {
        return aggregate.getAggCallList().isEmpty()
                && !aggregate.getGroupSet().isEmpty()
                && aggregate.getGroupType() == Aggregate.Group.SIMPLE;
    }

    private static FlatQuery distinct(FlatQuery below, Aggregate distinct) {
        List<RexNode> outputs = new ArrayList<>();
        distinct.getGroupSet().forEach(i -> outputs.add(below.outputs().get(i)));
        return below.withOutputs(outputs);
    }

    private static boolean isPlain(Project project) {
        return project.getProjects().stream().allMatch(RexUtil::isDeterministic)
                && !RexOver.containsOver(project.getProjects(), null);
    }

    private List<RexNode> substituted(List<RexNode> expressions, FlatQuery below) {
        List<RexNode> substituted = new ArrayList<>();
        expressions.forEach(e -> substituted.add(Substitution.of(e, below.outputs(), builder)));
        return substituted;
    }

    private FlatQuery filtered(FlatQuery below, RexNode condition) {
        List<RexNode> conditions = substituted(RelOptUtil.conjunctions(condition), below);
        if (below.one()) {
            List<RexNode> having = new ArrayList<>(below.having());
            having.addAll(conditions);
            return below.withHaving(having);
        }
        List<RexNode> within = new ArrayList<>();
        List<RexNode> on = new ArrayList<>(below.on());
        for (RexNode part : conditions) {
            (staysWithin(part, on) ? within : on).add(part);
        }
        RelNode rows = within.isEmpty()
                ? below.rows()
                : LogicalFilter.create(below.rows(), RexUtil.composeConjunction(builder, within));
        return below.withRows(rows).withOn(on);
    }

    /** Whether a condition can be judged without the outer row, before those that need it. */
    private boolean staysWithin(RexNode condition, List<RexNode> before) {
        return !outer.isIn(condition) && (before.isEmpty() || !SafeExpressions.canFail(condition));
    }

    private Optional<FlatQuery> inner(Join join, boolean existence) {
        Optional<FlatQuery> left = flat(join.getLeft(), existence);
        Optional<FlatQuery> right = flat(join.getRight(), existence);
        if (left.isEmpty() || right.isEmpty() || left.get().one() || right.get().one()) {
            return Optional.empty();
        }
        int by = left.get().rows().getRowType().getFieldCount();
        List<RexNode> outputs = new ArrayList<>(left.get().outputs());
        outputs.addAll(Conditions.shifted(right.get().outputs(), by));
        List<RexNode> on = new ArrayList<>(left.get().on());
        on.addAll(Conditions.shifted(right.get().on(), by));
        List<RexNode> within = new ArrayList<>();
        for (RexNode written : RelOptUtil.conjunctions(join.getCondition())) {
            RexNode part = Substitution.of(written, outputs, builder);
            (staysWithin(part, on) ? within : on).add(part);
        }
        RelNode rows = LogicalJoin.create(
                left.get().rows(),
                right.get().rows(),
                join.getHints(),
                RexUtil.composeConjunction(builder, within),
                Set.of(),
                JoinRelType.INNER);
        return Optional.of(new FlatQuery(rows, on, false, List.of(), outputs));
    }

    /** A join of which the left side alone depends on the outer row, and whose kind lets conditions on that side be judged later. */
    private Optional<FlatQuery> kept(Join join, boolean existence) {
        JoinRelType kind = join.getJoinType();
        boolean allowed = kind == JoinRelType.LEFT
                || kind == JoinRelType.SEMI
                || kind == JoinRelType.ANTI
                || kind == JoinRelType.LEFT_MARK;
        if (!allowed || outer.isIn(join.getRight())) {
            return Optional.empty();
        }
        Optional<FlatQuery> left = flat(join.getLeft(), existence);
        if (left.isEmpty() || left.get().one()) {
            return Optional.empty();
        }
        FlatQuery rows = left.get();
        int before = join.getLeft().getRowType().getFieldCount();
        int now = rows.rows().getRowType().getFieldCount();
        List<RexNode> columns = new ArrayList<>(rows.outputs());
        for (int i = 0; i < join.getRight().getRowType().getFieldCount(); i++) {
            columns.add(builder.makeInputRef(
                    join.getRight().getRowType().getFieldList().get(i).getType(), now + i));
        }
        RexNode condition = Substitution.of(join.getCondition(), columns, builder);
        if (outer.isIn(condition) || (!rows.on().isEmpty() && SafeExpressions.canFail(condition))) {
            return Optional.empty();
        }
        RelNode joined = LogicalJoin.create(rows.rows(), join.getRight(), join.getHints(), condition, Set.of(), kind);
        List<RexNode> outputs = new ArrayList<>(rows.outputs());
        for (int i = before; i < join.getRowType().getFieldCount(); i++) {
            outputs.add(builder.makeInputRef(joined, now + i - before));
        }
        return Optional.of(rows.withRows(joined).withOutputs(outputs));
    }

    private Optional<FlatQuery> grouped(Aggregate aggregate, FlatQuery below) {
        ImmutableBitSet used = GroupedCalls.columns(aggregate);
        boolean plain = aggregate.getGroupType() == Aggregate.Group.SIMPLE && !below.one();
        boolean dependent =
                used.asList().stream().anyMatch(i -> outer.isIn(below.outputs().get(i)));
        if (!plain || dependent || (aggregate.getGroupSet().isEmpty() && !GroupedCalls.knowsEmpty(aggregate))) {
            return Optional.empty();
        }
        return keyed(below).map(keyed -> grouped(aggregate, below, keyed.keys, keyed.on));
    }

    /**
     * What tells the rows of different outer rows apart.
     *
     * @param keys expressions over the rows
     * @param on which rows belong to an outer row, over a row of these
     */
    private record Keyed(List<RexNode> keys, List<RexNode> on) {}

    /** The keys of the rows, if they belong to the outer ones by equalities alone. */
    private Optional<Keyed> keyed(FlatQuery below) {
        List<RexNode> keys = new ArrayList<>();
        List<RexNode> on = new ArrayList<>();
        for (RexNode condition : below.on()) {
            Optional<Conditions.Matching> matching = Conditions.matching(condition, outer);
            if (matching.isPresent()) {
                RexNode inner = matching.get().inner();
                if (!on.isEmpty() && SafeExpressions.canFail(inner)) {
                    return Optional.empty();
                }
                on.add(matching.get().withInner(builder.makeInputRef(inner.getType(), keys.size()), builder));
                keys.add(inner);
            } else if (Conditions.isOuterOnly(condition)) {
                on.add(condition);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new Keyed(keys, on));
    }

    /** LIMIT for each outer row, as one for each key. */
    private Optional<FlatQuery> limited(Sort sort, FlatQuery below) {
        if (below.one() || below.outputs().stream().anyMatch(outer::isIn)) {
            return Optional.empty();
        }
        return keyed(below).map(keyed -> {
            int keys = keyed.keys.size();
            List<RexNode> columns = new ArrayList<>(keyed.keys);
            columns.addAll(below.outputs());
            RelNode input = project(below.rows(), columns);
            RelNode rows = PartitionedWindows.limited(input, keys, sort, column -> keys + column);
            List<RexNode> outputs = new ArrayList<>();
            for (int i = keys; i < columns.size(); i++) {
                outputs.add(builder.makeInputRef(rows, i));
            }
            return new FlatQuery(rows, keyed.on, false, List.of(), outputs);
        });
    }

    private static RelNode project(RelNode rows, List<RexNode> columns) {
        return LogicalProject.create(rows, List.of(), columns, Collections.nCopies(columns.size(), null), Set.of());
    }

    private FlatQuery grouped(Aggregate aggregate, FlatQuery below, List<RexNode> keys, List<RexNode> on) {
        List<RexNode> columns = new ArrayList<>(keys);
        int[] places = new int[below.outputs().size()];
        for (int i : GroupedCalls.columns(aggregate)) {
            places[i] = columns.size();
            columns.add(below.outputs().get(i));
        }
        RelNode input = project(below.rows(), columns);
        ImmutableBitSet groups =
                ImmutableBitSet.range(keys.size()).union(GroupedCalls.moved(aggregate.getGroupSet(), i -> places[i]));
        RelNode rows = GroupedCalls.over(aggregate, input, List.of(groups), i -> places[i]);
        boolean one = aggregate.getGroupSet().isEmpty();
        List<RexNode> outputs = new ArrayList<>();
        for (int i = 0; i < aggregate.getRowType().getFieldCount(); i++) {
            RexNode column = builder.makeInputRef(rows, keys.size() + i);
            outputs.add(
                    one ? GroupedCalls.ofGroup(aggregate.getAggCallList().get(i), nullable(column), builder) : column);
        }
        return new FlatQuery(rows, on, one, List.of(), outputs);
    }

    /** A column as the outer side of a join gives it. */
    private RexNode nullable(RexNode column) {
        return builder.makeInputRef(
                builder.getTypeFactory().createTypeWithNullability(column.getType(), true),
                ((org.apache.calcite.rex.RexInputRef) column).getIndex());
    }
}
