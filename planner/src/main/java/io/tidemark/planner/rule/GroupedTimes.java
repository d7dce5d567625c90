package io.tidemark.planner.rule;

import io.tidemark.planner.rule.subquery.PartitionedWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups by a time too that the key of a stream tells, where a join above the stream bounds it: a group by the key can then be closed when the
 * watermark passes that time. No group becomes two by it, since rows with one key have one time. PARTITION BY of OVER is grouping too.
 *
 * <p>Before: {@code Aggregate(id, MAX(price)) over Join(a.id = b.auction AND b.ts <= a.expires)}, with {@code a.id} a key. After: {@code
 * Project(id, MAX) over Aggregate(id, expires, MAX(price))} over the same. In the same way {@code ROW_NUMBER() OVER (PARTITION BY id …)} becomes
 * {@code ROW_NUMBER() OVER (PARTITION BY id, expires …)}.
 */
final class GroupedTimes extends RelHomogeneousShuttle {
    private GroupedTimes() {}

    static RelNode added(RelNode plan) {
        return plan.accept(new GroupedTimes());
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode below = super.visit(other);
        if (below instanceof Aggregate aggregate && aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
            List<Integer> times = ToldTimes.of(aggregate.getInput(), aggregate.getGroupSet());
            return times.isEmpty() ? aggregate : with(aggregate, times);
        }
        return below instanceof Project project && project.containsOver() ? partitioned(project) : below;
    }

    /**
     * An input with some columns of the join below it.
     *
     * @param columns where they are in {@code rel}
     */
    private record Widened(RelNode rel, List<Integer> columns) {

        static Widened of(RelNode input, List<Integer> joinColumns) {
            if (!(input instanceof Project project)) {
                return new Widened(input, joinColumns);
            }
            List<Integer> added = new ArrayList<>();
            List<RexNode> expressions = new ArrayList<>(project.getProjects());
            List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
            for (int column : joinColumns) {
                RelDataTypeField field =
                        project.getInput().getRowType().getFieldList().get(column);
                added.add(expressions.size());
                expressions.add(new RexInputRef(column, field.getType()));
                names.add(names.contains(field.getName()) ? field.getName() + expressions.size() : field.getName());
            }
            return new Widened(
                    LogicalProject.create(
                            project.getInput(), project.getHints(), expressions, names, project.getVariablesSet()),
                    added);
        }
    }

    /** The aggregate grouped by some columns of the join below too, which are left out again above. */
    private static RelNode with(Aggregate aggregate, List<Integer> joinColumns) {
        Widened input = Widened.of(aggregate.getInput(), joinColumns);
        ImmutableBitSet old = aggregate.getGroupSet();
        ImmutableBitSet all = old.union(ImmutableBitSet.of(input.columns));
        List<AggregateCall> calls = aggregate.getAggCallList();
        RelNode grouped = aggregate.copy(aggregate.getTraitSet(), input.rel, all, null, calls);
        List<RexNode> kept = new ArrayList<>();
        for (int column : old) {
            kept.add(RexInputRef.of(all.indexOf(column), grouped.getRowType()));
        }
        IntStream.range(all.cardinality(), grouped.getRowType().getFieldCount())
                .forEach(column -> kept.add(RexInputRef.of(column, grouped.getRowType())));
        return LogicalProject.create(
                grouped, List.of(), kept, aggregate.getRowType().getFieldNames(), Set.of());
    }

    /** The projection with the times that PARTITION BY tells in it, window by window. */
    private static RelNode partitioned(Project project) {
        RelNode below = project.getInput();
        RelNode[] input = {below};
        List<RexNode> expressions = new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                List<Integer> keys = over.getWindow().partitionKeys.stream()
                        .filter(RexInputRef.class::isInstance)
                        .map(key -> ((RexInputRef) key).getIndex())
                        .toList();
                List<Integer> times = ToldTimes.of(below, keys);
                if (times.isEmpty()) {
                    return over;
                }
                Widened widened = Widened.of(input[0], times);
                input[0] = widened.rel;
                List<RexInputRef> keysToo = widened.columns.stream()
                        .map(column -> RexInputRef.of(column, widened.rel.getRowType()))
                        .toList();
                return PartitionedWindows.over(
                        over, keysToo, project.getCluster().getRexBuilder());
            }
        }.visitList(project.getProjects());
        return input[0] == below && expressions.equals(project.getProjects())
                ? project
                : LogicalProject.create(
                        input[0],
                        project.getHints(),
                        expressions,
                        project.getRowType().getFieldNames(),
                        project.getVariablesSet());
    }
}
