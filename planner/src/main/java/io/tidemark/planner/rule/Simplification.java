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
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;

/** Simplifies each expression by itself, without what is known of other operators, and without computing constants. */
final class Simplification {
    private Simplification() {}

    static RelNode simplify(RelNode plan) {
        RexSimplify simplify =
                new RexSimplify(plan.getCluster().getRexBuilder(), RelOptPredicateList.EMPTY, Clusters.noFolding());
        return plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                RelNode below = super.visit(other);
                if (below instanceof Filter filter) {
                    return filter(filter, simplify);
                }
                boolean simple = !(below instanceof AsofJoin);
                if (simple && below instanceof Join join && join.getJoinType() != JoinRelType.LEFT_MARK) {
                    return join(join, simplify);
                }
                return below instanceof Project project ? project(project, simplify) : below;
            }
        });
    }

    private static RelNode join(Join join, RexSimplify simplify) {
        LiteralCasts casts = new LiteralCasts(join.getCluster().getRexBuilder());
        RexNode condition = simplify.simplifyUnknownAsFalse(join.getCondition()).accept(casts);
        return join.copy(
                join.getTraitSet(),
                condition,
                join.getLeft(),
                join.getRight(),
                join.getJoinType(),
                join.isSemiJoinDone());
    }

    private static RelNode filter(Filter filter, RexSimplify simplify) {
        LiteralCasts casts = new LiteralCasts(filter.getCluster().getRexBuilder());
        RexNode condition =
                simplify.simplifyUnknownAsFalse(filter.getCondition()).accept(casts);
        return condition.isAlwaysTrue() ? filter.getInput() : LogicalFilter.create(filter.getInput(), condition);
    }

    private static RelNode project(Project project, RexSimplify simplify) {
        LiteralCasts casts = new LiteralCasts(project.getCluster().getRexBuilder());
        List<RexNode> simplified = new ArrayList<>();
        for (RexNode expression : project.getProjects()) {
            RexNode simple = simplify.simplifyPreservingType(expression).accept(casts);
            simplified.add(ExpressionPosition.kept(
                    expression, simple, project.getCluster().getRexBuilder()));
        }
        return LogicalProject.create(
                project.getInput(),
                project.getHints(),
                simplified,
                project.getRowType().getFieldNames(),
                project.getVariablesSet());
    }
}
