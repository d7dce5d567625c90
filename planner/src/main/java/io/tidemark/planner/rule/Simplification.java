package io.tidemark.planner.rule;

import io.tidemark.planner.validate.Clusters;
import io.tidemark.planner.validate.ExpressionPosition;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.sql.SqlKind;

/**
 * Simplifies each expression by itself, without what is known of other operators, and without computing constants.
 *
 * <p><b>Cost</b>: O(n³) for an AND or OR of a few terms, each of which is looked at in the light of all before it; those of more than
 * {@link #MOST_TERMS} are simplified one by one.
 */
final class Simplification extends RelHomogeneousShuttle {

    /** Of an AND or OR whose terms are looked at together. */
    private static final int MOST_TERMS = 32;

    private final RexBuilder rexBuilder;
    private final RexSimplify simplify;
    private final LongLists lists;

    private Simplification(RexBuilder rexBuilder) {
        this.rexBuilder = rexBuilder;
        this.simplify = new RexSimplify(rexBuilder, RelOptPredicateList.EMPTY, Clusters.noFolding());
        this.lists = new LongLists(rexBuilder);
    }

    static RelNode simplify(RelNode plan) {
        return plan.accept(new Simplification(plan.getCluster().getRexBuilder()));
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode below = super.visit(other);
        if (below instanceof Filter filter) {
            return filter(filter);
        }
        boolean simple = !(below instanceof AsofJoin);
        if (simple && below instanceof Join join && join.getJoinType() != JoinRelType.LEFT_MARK) {
            return join(join);
        }
        return below instanceof Project project ? project(project) : below;
    }

    private RelNode join(Join join) {
        return join.copy(
                join.getTraitSet(),
                condition(join.getCondition()),
                join.getLeft(),
                join.getRight(),
                join.getJoinType(),
                join.isSemiJoinDone());
    }

    private RelNode filter(Filter filter) {
        RexNode condition = condition(filter.getCondition());
        return condition.isAlwaysTrue() ? filter.getInput() : LogicalFilter.create(filter.getInput(), condition);
    }

    private RelNode project(Project project) {
        List<RexNode> simplified = new ArrayList<>();
        for (RexNode expression : project.getProjects()) {
            simplified.add(ExpressionPosition.kept(expression, value(expression), rexBuilder));
        }
        return LogicalProject.create(
                project.getInput(),
                project.getHints(),
                simplified,
                project.getRowType().getFieldNames(),
                project.getVariablesSet());
    }

    private RexNode condition(RexNode condition) {
        RexNode listed = condition.accept(lists);
        RexNode simple = isLong(listed) ? byTerms(listed) : simplify.simplifyUnknownAsFalse(listed);
        return simple.accept(new LiteralCasts(rexBuilder));
    }

    private RexNode value(RexNode expression) {
        return byTerms(expression.accept(lists)).accept(new LiteralCasts(rexBuilder));
    }

    /** The expression with all that is in no long AND or OR simplified as a whole. */
    private RexNode byTerms(RexNode expression) {
        if (!isLong(expression)) {
            return simplify.simplifyPreservingType(expression);
        }
        RexCall call = (RexCall) expression;
        List<RexNode> operands = call.getOperands().stream().map(this::byTerms).toList();
        return call.clone(call.getType(), operands);
    }

    private static boolean isLong(RexNode expression) {
        return expression instanceof RexCall call
                && (terms(call, call.getKind()) > MOST_TERMS
                        || call.getOperands().stream().anyMatch(Simplification::isLong));
    }

    /** How many terms an AND or OR has, those of its nested kind counted; 1 for what is neither. */
    private static int terms(RexNode node, SqlKind kind) {
        boolean nested = node.isA(kind) && (kind == SqlKind.AND || kind == SqlKind.OR);
        return nested
                ? ((RexCall) node)
                        .getOperands().stream()
                                .mapToInt(operand -> terms(operand, kind))
                                .sum()
                : 1;
    }
}
