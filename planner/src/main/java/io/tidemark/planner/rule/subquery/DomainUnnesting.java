package io.tidemark.planner.rule.subquery;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.validate.NodePosition;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Computes a subquery of any form for all outer rows at once: for each different combination of values in the columns that it uses of them, its
 * <em>domain</em>. Every operator of the subquery gets the domain's columns in front of its own. After T. Neumann and A. Kemper, "Unnesting Arbitrary
 * Queries", BTW 2015. The outer rows are read twice, so {@link CorrelationFlattening} comes first.
 */
final class DomainUnnesting {
    private final OuterRow outer;
    private final List<Integer> used;
    private final RelNode domain;
    private final RexBuilder builder;

    private DomainUnnesting(OuterRow outer, RelNode rows, ImmutableBitSet used) {
        this.outer = outer;
        this.used = used.asList();
        this.builder = rows.getCluster().getRexBuilder();
        List<RexNode> columns = new ArrayList<>();
        this.used.forEach(i -> columns.add(builder.makeInputRef(rows, i)));
        RelNode projected = project(rows, columns);
        this.domain =
                LogicalAggregate.create(projected, List.of(), ImmutableBitSet.range(columns.size()), null, List.of());
    }

    /**
     * The subquery for the given outer rows, with the domain's columns first and every combination of their values at least once, if that is what
     * the subquery gives. <b>Errors</b>: UNSUPPORTED, with its place, for an operator for which this is not done.
     */
    static FlatQuery unnest(RelNode query, RelNode rows, OuterRow outer) {
        ImmutableBitSet used = outer.columns(query);
        DomainUnnesting unnesting = new DomainUnnesting(outer, rows, used);
        RelNode result = unnesting.visit(query);
        RexBuilder builder = unnesting.builder;
        List<RexNode> on = new ArrayList<>();
        for (int i = 0; i < unnesting.width(); i++) {
            RexNode column = builder.makeInputRef(result, i);
            on.add(builder.makeCall(
                    SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, outer.column(rows, unnesting.used.get(i)), column));
        }
        List<RexNode> outputs = new ArrayList<>();
        for (int i = unnesting.width(); i < result.getRowType().getFieldCount(); i++) {
            outputs.add(builder.makeInputRef(result, i));
        }
        return new FlatQuery(result, on, false, List.of(), outputs);
    }

    private int width() {
        return used.size();
    }

    private RelNode visit(RelNode query) {
        if (!outer.isIn(query)) {
            return join(domain, query, builder.makeLiteral(true), JoinRelType.INNER);
        }
        if (query instanceof Filter filter) {
            RelNode below = visit(filter.getInput());
            return LogicalFilter.create(below, moved(filter.getCondition(), below));
        }
        if (query instanceof Project project) {
            return project(project);
        }
        if (query instanceof Join join) {
            return join(join);
        }
        if (query instanceof Aggregate aggregate) {
            return aggregate(aggregate);
        }
        if (query instanceof SetOp setOp) {
            List<RelNode> inputs = setOp.getInputs().stream().map(this::visit).toList();
            return setOp.copy(setOp.getTraitSet(), inputs, setOp.all);
        }
        if (query instanceof Sort sort && sort.fetch == null && sort.offset == null) {
            return visit(sort.getInput());
        }
        if (query instanceof Sort sort) {
            return PartitionedWindows.limited(visit(sort.getInput()), width(), sort, column -> column + width());
        }
        if (query instanceof TableFunctionScan function
                && function.getInputs().size() == 1
                && function.getCall() instanceof RexCall call
                && call.getOperator().equals(DialectOperators.UNNEST_ROWS)) {
            return elements(function, call);
        }
        throw refused("a subquery of this form that depends on the outer row", query);
    }

    private static CodedException refused(String construct, RelNode query) {
        return CodedException.unsupported(construct)
                .at(NodePosition.within(query).orElse(SourcePosition.at(1, 1)));
    }

    /** An expression over what its input has become. */
    private RexNode moved(RexNode expression, RelNode input) {
        return outer.replaced(
                Conditions.shifted(expression, width()), column -> builder.makeInputRef(input, used.indexOf(column)));
    }

    private RelNode project(Project project) {
        RelNode below = visit(project.getInput());
        List<RexNode> columns = domainColumns(below, 0);
        RexShuttle partitioned = new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                return PartitionedWindows.over(over, columns.subList(0, width()), builder);
            }
        };
        project.getProjects()
                .forEach(expression -> columns.add(moved(expression, below).accept(partitioned)));
        return project(below, columns);
    }

    private List<RexNode> domainColumns(RelNode rows, int first) {
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < width(); i++) {
            columns.add(builder.makeInputRef(rows, first + i));
        }
        return columns;
    }

    private RelNode join(Join join) {
        if (join instanceof AsofJoin) {
            throw refused("ASOF JOIN in a subquery that depends on the outer row", join);
        }
        if (join.getJoinType() == JoinRelType.FULL) {
            throw refused("FULL JOIN in a subquery that depends on the outer row", join);
        }
        if (join.getJoinType() == JoinRelType.RIGHT) {
            return rightJoin(join);
        }
        RelNode left = visit(join.getLeft());
        int leftCount = left.getRowType().getFieldCount();
        if (!outer.isIn(join.getRight())) {
            RelNode pair = join(left, join.getRight(), builder.makeLiteral(true), JoinRelType.INNER);
            return join(left, join.getRight(), moved(join.getCondition(), pair), join.getJoinType());
        }
        RelNode right = visit(join.getRight());
        RelNode pair = join(left, right, builder.makeLiteral(true), JoinRelType.INNER);
        List<RexNode> columns = columnsWithoutDomain(pair, leftCount);
        List<RexNode> condition = sameDomain(pair, leftCount);
        RexNode own = Substitution.of(join.getCondition(), columns.subList(width(), columns.size()), builder);
        condition.add(outer.replaced(own, column -> builder.makeInputRef(pair, used.indexOf(column))));
        RelNode joined = join(left, right, RexUtil.composeConjunction(builder, condition), join.getJoinType());
        return join.getJoinType() == JoinRelType.INNER || join.getJoinType() == JoinRelType.LEFT
                ? project(joined, columnsWithoutDomain(joined, leftCount))
                : joined;
    }

    /** The columns of two inputs of a join without the second one's domain. */
    private List<RexNode> columnsWithoutDomain(RelNode joined, int leftCount) {
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < joined.getRowType().getFieldCount(); i++) {
            if (i < leftCount || i >= leftCount + width()) {
                columns.add(builder.makeInputRef(joined, i));
            }
        }
        return columns;
    }

    private List<RexNode> sameDomain(RelNode joined, int second) {
        List<RexNode> same = new ArrayList<>();
        for (int i = 0; i < width(); i++) {
            same.add(builder.makeCall(
                    SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
                    builder.makeInputRef(joined, i),
                    builder.makeInputRef(joined, second + i)));
        }
        return same;
    }

    private RelNode rightJoin(Join join) {
        int leftCount = join.getLeft().getRowType().getFieldCount();
        int rightCount = join.getRight().getRowType().getFieldCount();
        RelNode kept = join.getRight();
        RelNode other = join.getLeft();
        RelNode pair = join(kept, other, builder.makeLiteral(true), JoinRelType.INNER);
        RexNode condition = Substitution.of(join.getCondition(), swapped(pair, leftCount, rightCount), builder);
        RelNode mirrored = join(kept, other, condition, JoinRelType.LEFT);
        return visit(project(mirrored, swapped(mirrored, leftCount, rightCount)));
    }

    private List<RexNode> swapped(RelNode joined, int leftCount, int rightCount) {
        List<RexNode> swapped = new ArrayList<>();
        for (int i = 0; i < leftCount + rightCount; i++) {
            swapped.add(builder.makeInputRef(joined, i < leftCount ? rightCount + i : i - leftCount));
        }
        return swapped;
    }

    private RelNode aggregate(Aggregate aggregate) {
        RelNode below = visit(aggregate.getInput());
        ImmutableBitSet own = ImmutableBitSet.range(width());
        List<ImmutableBitSet> sets = new ArrayList<>();
        for (ImmutableBitSet set : aggregate.getGroupSets()) {
            sets.add(own.union(set.shift(width())));
        }
        RelNode groups = GroupedCalls.over(aggregate, below, sets, i -> i + width());
        boolean whole = aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
        if (!whole) {
            return groups;
        }
        if (aggregate.getGroupSets().size() > 1 || !GroupedCalls.knowsEmpty(aggregate)) {
            throw refused("an aggregate of this form in a subquery that depends on the outer row", aggregate);
        }
        RelNode pair = join(domain, groups, builder.makeLiteral(true), JoinRelType.LEFT);
        RelNode joined =
                join(domain, groups, RexUtil.composeConjunction(builder, sameDomain(pair, width())), JoinRelType.LEFT);
        List<RexNode> columns = domainColumns(joined, 0);
        for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
            columns.add(GroupedCalls.ofGroup(
                    aggregate.getAggCallList().get(i), builder.makeInputRef(joined, 2 * width() + i), builder));
        }
        return project(joined, columns);
    }

    private RelNode elements(TableFunctionScan function, RexCall call) {
        RelNode below = visit(function.getInput(0));
        RelDataType type = below.getCluster()
                .getTypeFactory()
                .builder()
                .addAll(below.getRowType().getFieldList().subList(0, width()))
                .addAll(function.getRowType().getFieldList())
                .uniquify()
                .build();
        RexNode moved = builder.makeCall(
                call.getParserPosition(),
                type,
                call.getOperator(),
                call.getOperands().stream().map(o -> moved(o, below)).toList());
        return LogicalTableFunctionScan.create(function.getCluster(), List.of(below), moved, null, type, null);
    }

    private static RelNode join(RelNode left, RelNode right, RexNode condition, JoinRelType kind) {
        return LogicalJoin.create(left, right, List.of(), condition, Set.of(), kind);
    }

    private static RelNode project(RelNode rows, List<RexNode> columns) {
        return LogicalProject.create(rows, List.of(), columns, Collections.nCopies(columns.size(), null), Set.of());
    }
}
