package io.tidemark.planner.rule;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.validate.RelationTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups by a time too that the key of a stream tells, where a join above the stream bounds it: a group by the key can then be closed when the
 * watermark passes that time. No group becomes two by it, since rows with one key have one time.
 *
 * <p>Before: {@code Aggregate(id, MAX(price)) over Join(a.id = b.auction AND b.ts <= a.expires)}, with {@code a.id} a key. After: {@code
 * Project(id, MAX) over Aggregate(id, expires, MAX(price))} over the same.
 */
final class GroupedTimes extends RelHomogeneousShuttle {
    private GroupedTimes() {}

    static RelNode added(RelNode plan) {
        return plan.accept(new GroupedTimes());
    }

    /**
     * A column of a scan that a column above is.
     *
     * @param path which inputs of joins lead to the scan: one scan may stand for two that are alike
     */
    private record Origin(TableScan scan, String path, int column) {}

    @Override
    public RelNode visit(RelNode other) {
        RelNode below = super.visit(other);
        return below instanceof Aggregate aggregate && aggregate.getGroupType() == Aggregate.Group.SIMPLE
                ? extended(aggregate)
                : below;
    }

    private static RelNode extended(Aggregate aggregate) {
        RelNode input = aggregate.getInput();
        Optional<Join> join = joinBelow(input);
        List<Integer> groups = aggregate.getGroupSet().asList();
        if (join.isEmpty() || groups.isEmpty()) {
            return aggregate;
        }
        Set<Origin> grouped = new LinkedHashSet<>();
        groups.forEach(column -> origin(input, column, "").ifPresent(grouped::add));
        List<Integer> times = new ArrayList<>();
        for (int column : upperColumns(join.get().getCondition())) {
            boolean told = isInstant(join.get(), column)
                    && origin(join.get(), column, "")
                            .filter(time -> !grouped.contains(time) && isTold(time, grouped))
                            .isPresent();
            if (told) {
                times.add(column);
            }
        }
        return times.isEmpty() ? aggregate : with(aggregate, times);
    }

    /** The columns that a condition says something of another is at or below. */
    private static Set<Integer> upperColumns(RexNode condition) {
        Set<Integer> columns = new LinkedHashSet<>();
        for (RexNode part : RelOptUtil.conjunctions(condition)) {
            int upper = switch (part.getKind()) {
                case LESS_THAN, LESS_THAN_OR_EQUAL -> 1;
                case GREATER_THAN, GREATER_THAN_OR_EQUAL -> 0;
                default -> -1;
            };
            if (upper >= 0 && ((RexCall) part).getOperands().get(upper) instanceof RexInputRef ref) {
                columns.add(ref.getIndex());
            }
        }
        return columns;
    }

    /** The aggregate grouped by some columns of the join below too, which are left out again above. */
    private static RelNode with(Aggregate aggregate, List<Integer> joinColumns) {
        RelNode input = aggregate.getInput();
        List<Integer> added = new ArrayList<>();
        if (input instanceof Project project) {
            List<RexNode> expressions = new ArrayList<>(project.getProjects());
            List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
            for (int column : joinColumns) {
                RelDataTypeField field =
                        project.getInput().getRowType().getFieldList().get(column);
                added.add(expressions.size());
                expressions.add(new RexInputRef(column, field.getType()));
                names.add(names.contains(field.getName()) ? field.getName() + expressions.size() : field.getName());
            }
            input = LogicalProject.create(
                    project.getInput(), project.getHints(), expressions, names, project.getVariablesSet());
        } else {
            added.addAll(joinColumns);
        }
        ImmutableBitSet old = aggregate.getGroupSet();
        ImmutableBitSet all = old.union(ImmutableBitSet.of(added));
        List<AggregateCall> calls = aggregate.getAggCallList();
        RelNode grouped = aggregate.copy(aggregate.getTraitSet(), input, all, null, calls);
        List<RexNode> kept = new ArrayList<>();
        for (int column : old) {
            kept.add(RexInputRef.of(all.indexOf(column), grouped.getRowType()));
        }
        IntStream.range(all.cardinality(), grouped.getRowType().getFieldCount())
                .forEach(column -> kept.add(RexInputRef.of(column, grouped.getRowType())));
        return LogicalProject.create(
                grouped, List.of(), kept, aggregate.getRowType().getFieldNames(), Set.of());
    }

    /** The join that an aggregate reads, through a projection and filters. */
    private static Optional<Join> joinBelow(RelNode input) {
        RelNode at = input instanceof Project project ? project.getInput() : input;
        return at instanceof Join join && join.getJoinType() == JoinRelType.INNER
                ? Optional.of(join)
                : Optional.empty();
    }

    private static boolean isInstant(RelNode rel, int column) {
        SqlTypeName type = rel.getRowType().getFieldList().get(column).getType().getSqlTypeName();
        return type == SqlTypeName.TIMESTAMP || type == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }

    /** Whether the columns grouped by hold the key of the stream that a column is of. */
    private static boolean isTold(Origin time, Set<Origin> grouped) {
        RelationDefinition relation =
                time.scan().getTable().unwrapOrThrow(RelationTable.class).definition();
        List<String> names = time.scan().getRowType().getFieldNames();
        return relation.kind() == RelationKind.STREAM
                && !relation.primaryKey().isEmpty()
                && relation.primaryKey().stream()
                        .allMatch(part -> grouped.contains(new Origin(time.scan(), time.path(), names.indexOf(part))));
    }

    private static Optional<Origin> origin(RelNode rel, int column, String path) {
        if (rel instanceof TableScan scan) {
            return Optional.of(new Origin(scan, path, column));
        }
        if (rel instanceof Filter filter) {
            return origin(filter.getInput(), column, path);
        }
        if (rel instanceof Project project) {
            return project.getProjects().get(column) instanceof RexInputRef ref
                    ? origin(project.getInput(), ref.getIndex(), path)
                    : Optional.empty();
        }
        if (rel instanceof Join join && join.getJoinType() == JoinRelType.INNER) {
            int leftCount = join.getLeft().getRowType().getFieldCount();
            return column < leftCount
                    ? origin(join.getLeft(), column, path + "L")
                    : origin(join.getRight(), column - leftCount, path + "R");
        }
        return Optional.empty();
    }
}
