package io.tidemark.planner.translate.order;

import io.tidemark.planner.incremental.IncrementalTopN.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/**
 * A filter on the rank of rows within a partition, with the projections around it, taken apart: rows of {@code input}, of which a top-n keeps
 * some, then a condition and projections over what it gives out.
 *
 * <p>Before: {@code Project(a, r) over Filter(r <= 3 AND a > 0) over Project(a, ROW_NUMBER() OVER (PARTITION BY k ORDER BY t) r)}. After: {@code
 * Project(a) over Filter(a > 0)} over the first three rows of each k by t of {@code Project(a, k, t)}.
 *
 * @param input the columns that anything uses, then the partition's and the order's that are no columns
 * @param over the rank
 * @param partitionColumns indexes of columns of {@code input}
 * @param order the order, in columns of {@code input}
 * @param ranking how the rank numbers
 * @param first the least rank wanted
 * @param last the greatest rank wanted
 * @param numbered whether the condition or a projection uses the rank, which then is the column after those of {@code input}
 * @param conditions what else rows have to fulfil
 * @param projections what is made of them
 */
public record RankFilter(
        RelNode input,
        RexOver over,
        List<Integer> partitionColumns,
        List<RelFieldCollation> order,
        Ranking ranking,
        long first,
        long last,
        boolean numbered,
        List<RexNode> conditions,
        List<RexNode> projections) {

    public RankFilter {
        partitionColumns = List.copyOf(partitionColumns);
        order = List.copyOf(order);
        conditions = List.copyOf(conditions);
        projections = List.copyOf(projections);
    }

    /** The filter on a rank that a filter, or a projection over one, is; empty if it is none. A projection with calls of its own stands above it. */
    public static Optional<RankFilter> of(RelNode rel) {
        if (rel instanceof Project top && !WindowCalls.in(top.getProjects()).isEmpty()) {
            return Optional.empty();
        }
        RelNode below = rel instanceof Project top ? top.getInput() : rel;
        if (!(below instanceof Filter filter) || !(filter.getInput() instanceof Project ranked)) {
            return Optional.empty();
        }
        Set<RexOver> overs = WindowCalls.in(ranked.getProjects());
        if (overs.size() != 1 || !ranked.getProjects().stream().allMatch(RexUtil::isDeterministic)) {
            return Optional.empty();
        }
        RexOver over = overs.iterator().next();
        Optional<Ranking> ranking = ranking(over);
        if (ranking.isEmpty()) {
            return Optional.empty();
        }
        RexBuilder builder = rel.getCluster().getRexBuilder();
        RexNode condition = RelOptUtil.pushPastProject(List.of(filter.getCondition()), ranked)
                .get(0);
        RankRange range = RankRange.of(condition, builder, over::equals);
        if (range.last() == Long.MAX_VALUE) {
            return Optional.empty();
        }
        List<? extends RexNode> tops =
                rel instanceof Project top ? top.getProjects() : builder.identityProjects(filter.getRowType());
        return Optional.of(of(ranked, over, ranking.get(), range, tops));
    }

    private static Optional<Ranking> ranking(RexOver over) {
        return switch (over.getKind()) {
            case ROW_NUMBER -> Optional.of(Ranking.ROW_NUMBER);
            case RANK -> Optional.of(Ranking.RANK);
            case DENSE_RANK -> Optional.of(Ranking.DENSE_RANK);
            default -> Optional.empty();
        };
    }

    private static RankFilter of(
            Project ranked, RexOver over, Ranking ranking, RankRange range, List<? extends RexNode> tops) {
        List<RexNode> conditions = range.others();
        List<RexNode> projections = RelOptUtil.pushPastProject(List.copyOf(tops), ranked);
        List<RexNode> all = new ArrayList<>(conditions);
        all.addAll(projections);
        OrderedInput input = OrderedInput.of(ranked.getInput(), all, List.of(over));
        int rank = input.rel().getRowType().getFieldCount();
        RexNode value = range.first() == range.last()
                ? ranked.getCluster().getRexBuilder().makeLiteral(range.first(), over.getType(), false)
                : new RexInputRef(rank, over.getType());
        boolean used = range.first() != range.last() && !WindowCalls.in(all).isEmpty();
        RexShuttle moved = input.moved(call -> value);
        return new RankFilter(
                input.rel(),
                over,
                input.columns(over.getWindow().partitionKeys),
                input.order(over.getWindow().orderKeys),
                ranking,
                range.first(),
                range.last(),
                used,
                moved.apply(conditions),
                moved.apply(projections));
    }
}
