package io.tidemark.planner.rule.subquery;

import io.tidemark.planner.validate.SafeExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Makes joins of all subqueries in expressions, innermost first, and of LATERAL.
 *
 * <p>Before: {@code Filter(EXISTS(Filter(a = $outer.x) over s)) over r}. After: {@code SemiJoin(a = x) of r and s}. A subquery that a filter asks
 * only whether it is met is a semi or anti join; one whose truth is part of a larger expression, or may be unknown in NOT IN, adds a mark to each row;
 * a scalar one adds its value by a LEFT JOIN.
 */
public final class SubqueryUnnesting {
    private final UnaryOperator<RelNode> before;

    private SubqueryUnnesting(UnaryOperator<RelNode> before) {
        this.before = before;
    }

    /**
     * Returns the plan without subqueries and LATERAL. <b>Errors</b>: UNSUPPORTED, with its place, for a subquery that can't be made a join.
     *
     * @param before what has been done to the plan, and is to be done to each subquery
     */
    public static RelNode unnest(RelNode plan, UnaryOperator<RelNode> before) {
        RelNode unnested = new SubqueryUnnesting(before).visit(plan);
        if (!RelOptUtil.getVariablesUsed(unnested).isEmpty()) {
            throw OuterRow.refused(unnested);
        }
        return unnested;
    }

    private RelNode visit(RelNode node) {
        List<RelNode> inputs = node.getInputs().stream().map(this::visit).toList();
        RelNode below = inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs);
        RelNode inner = below.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery query) {
                RexSubQuery unnested = query.clone(visit(before.apply(query.rel)));
                return super.visitSubQuery(unnested);
            }
        });
        checkOuterColumns(inner);
        if (inner instanceof Filter filter && has(filter.getCondition())) {
            return filter(filter.getInput(), filter.getCondition(), filter.getVariablesSet());
        }
        if (inner instanceof Project project && project.getProjects().stream().anyMatch(SubqueryUnnesting::has)) {
            return project(project);
        }
        if (inner instanceof Join join && has(join.getCondition())) {
            return join(join);
        }
        return inner instanceof Correlate correlate ? LateralJoins.join(correlate) : inner;
    }

    /** The subqueries of an operator see its input's columns; of a join, both inputs'. */
    private static void checkOuterColumns(RelNode node) {
        boolean asks = node instanceof Filter || node instanceof Project || node instanceof Join;
        if (asks && !node.getVariablesSet().isEmpty()) {
            OuterRow outer = new OuterRow(node.getVariablesSet(), 0);
            RelDataType row =
                    node instanceof Join join ? both(join) : node.getInput(0).getRowType();
            node.accept(new RexShuttle() {
                @Override
                public RexNode visitSubQuery(RexSubQuery query) {
                    outer.check(query.rel, row);
                    return query;
                }
            });
        }
    }

    private static RelDataType both(Join join) {
        return join.getCluster()
                .getTypeFactory()
                .builder()
                .addAll(join.getLeft().getRowType().getFieldList())
                .addAll(join.getRight().getRowType().getFieldList())
                .build();
    }

    private static boolean has(RexNode expression) {
        return RexUtil.SubQueryFinder.find(expression) != null;
    }

    private static RelNode project(Project project) {
        SubqueryJoins joins = new SubqueryJoins(project.getInput(), new OuterRow(project.getVariablesSet(), 0));
        SubqueryValues values = new SubqueryValues(joins);
        List<RexNode> expressions = values.apply(project.getProjects());
        return LogicalProject.create(
                joins.rows(),
                project.getHints(),
                expressions,
                project.getRowType().getFieldNames(),
                Set.of());
    }

    /** Conditions without a subquery come first where that can't make one fail that a subquery protects. */
    private static RelNode filter(RelNode rows, RexNode condition, Set<CorrelationId> names) {
        SubqueryJoins joins = new SubqueryJoins(rows, new OuterRow(names, 0));
        List<RexNode> first = new ArrayList<>();
        List<RexNode> rest = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(condition)) {
            boolean early = !has(part) && (rest.isEmpty() || !SafeExpressions.canFail(part));
            (early ? first : rest).add(part);
        }
        keep(joins, first);
        for (RexNode part : rest) {
            if (part instanceof RexSubQuery query && query.getKind() != SqlKind.SCALAR_QUERY) {
                joins.keepWhere(query);
            } else if (part.getKind() == SqlKind.NOT
                    && ((RexCall) part).getOperands().get(0) instanceof RexSubQuery query
                    && query.getKind() != SqlKind.SCALAR_QUERY) {
                joins.keepWhereNot(query);
            } else {
                keep(joins, List.of(part.accept(new SubqueryValues(joins))));
            }
        }
        return joins.ownColumns();
    }

    private static void keep(SubqueryJoins joins, List<RexNode> conditions) {
        if (!conditions.isEmpty()) {
            RexBuilder builder = joins.rows().getCluster().getRexBuilder();
            joins.replace(LogicalFilter.create(joins.rows(), RexUtil.composeConjunction(builder, conditions)));
        }
    }

    /** Of an inner join a filter over it; of an outer one columns of the side that a subquery in ON depends on. */
    private static RelNode join(Join join) {
        RexBuilder builder = join.getCluster().getRexBuilder();
        if (join.getJoinType() == JoinRelType.INNER) {
            List<RexNode> plain = new ArrayList<>();
            List<RexNode> asking = new ArrayList<>();
            for (RexNode part : RelOptUtil.conjunctions(join.getCondition())) {
                (has(part) || !asking.isEmpty() ? asking : plain).add(part);
            }
            RelNode joined = LogicalJoin.create(
                    join.getLeft(),
                    join.getRight(),
                    join.getHints(),
                    RexUtil.composeConjunction(builder, plain),
                    Set.of(),
                    JoinRelType.INNER);
            return filter(joined, RexUtil.composeConjunction(builder, asking), join.getVariablesSet());
        }
        return new OuterJoinSubqueries(join).unnested();
    }
}
