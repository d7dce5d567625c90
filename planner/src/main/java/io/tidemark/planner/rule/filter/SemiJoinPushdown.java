package io.tidemark.planner.rule.filter;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Moves a semi or anti join below an inner join, to the input that its condition looks at: it is a filter, and what it takes away need not be joined.
 *
 * <p>Before: {@code SemiJoin(a.x = s.x) of (Join of a and b) and s}. After: {@code Join of SemiJoin(a.x = s.x) of a and s, and b}.
 */
final class SemiJoinPushdown {
    private final Join semi;
    private final ImmutableBitSet used;

    private SemiJoinPushdown(Join semi) {
        this.semi = semi;
        this.used = RelOptUtil.InputFinder.bits(semi.getCondition())
                .intersect(ImmutableBitSet.range(semi.getLeft().getRowType().getFieldCount()));
    }

    /** What a join becomes whose left input lets it through; nothing if it doesn't. */
    static Optional<RelNode> swapped(Join join) {
        boolean filters = join.getJoinType() == JoinRelType.SEMI || join.getJoinType() == JoinRelType.ANTI;
        if (!filters || !FilterPushdown.moves(join.getCondition())) {
            return Optional.empty();
        }
        SemiJoinPushdown pushdown = new SemiJoinPushdown(join);
        RelNode left = join.getLeft();
        if (!pushdown.reaches(left, pushdown.used)) {
            return Optional.empty();
        }
        if (left instanceof Project project) {
            return Optional.of(pushdown.belowProject(project));
        }
        if (left instanceof Filter filter) {
            RelNode below = pushdown.over(filter.getInput(), join.getCondition());
            return Optional.of(LogicalFilter.create(below, filter.getCondition()));
        }
        return Optional.of(pushdown.belowJoin((Join) left));
    }

    /** Whether below filters, and projections that rename, there is an inner join of which one input has all columns used. */
    private boolean reaches(RelNode node, ImmutableBitSet columns) {
        if (node instanceof Filter filter) {
            return reaches(filter.getInput(), columns);
        }
        if (node instanceof Project project) {
            ImmutableBitSet.Builder below = ImmutableBitSet.builder();
            for (int column : columns) {
                if (!(project.getProjects().get(column) instanceof RexInputRef reference)) {
                    return false;
                }
                below.set(reference.getIndex());
            }
            return reaches(project.getInput(), below.build());
        }
        if (!(node instanceof Join join) || join.getJoinType() != JoinRelType.INNER || columns.isEmpty()) {
            return false;
        }
        int leftCount = join.getLeft().getRowType().getFieldCount();
        return columns.length() <= leftCount || columns.nth(0) >= leftCount;
    }

    private RelNode over(RelNode left, RexNode condition) {
        return LogicalJoin.create(left, semi.getRight(), semi.getHints(), condition, Set.of(), semi.getJoinType());
    }

    private RelNode belowProject(Project project) {
        int width = project.getProjects().size();
        int below = project.getInput().getRowType().getFieldCount();
        RexNode condition = semi.getCondition().accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return reference.getIndex() < width
                        ? project.getProjects().get(reference.getIndex())
                        : new RexInputRef(reference.getIndex() - width + below, reference.getType());
            }
        });
        RelNode joined = over(project.getInput(), condition);
        return LogicalProject.create(
                joined,
                project.getHints(),
                project.getProjects(),
                project.getRowType().getFieldNames(),
                Set.of());
    }

    private RelNode belowJoin(Join inner) {
        int leftCount = inner.getLeft().getRowType().getFieldCount();
        int rightCount = inner.getRight().getRowType().getFieldCount();
        boolean ofLeft = used.length() <= leftCount;
        RexNode condition = semi.getCondition().accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                int index = reference.getIndex();
                boolean ofSemi = index >= leftCount + rightCount;
                int moved = ofLeft ? (ofSemi ? index - rightCount : index) : index - leftCount;
                return new RexInputRef(moved, reference.getType());
            }
        });
        RelNode left = ofLeft ? over(inner.getLeft(), condition) : inner.getLeft();
        RelNode right = ofLeft ? inner.getRight() : over(inner.getRight(), condition);
        return inner.copy(inner.getTraitSet(), List.of(left, right));
    }
}
