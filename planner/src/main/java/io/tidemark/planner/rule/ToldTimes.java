package io.tidemark.planner.rule;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.validate.RelationTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** The times, bounded by a join, that the key of a stream tells: rows that are equal in that key are equal in them. */
final class ToldTimes {
    private ToldTimes() {}

    /**
     * A column of a scan that a column above is.
     *
     * @param path which inputs of joins lead to the scan: one scan may stand for two that are alike
     */
    private record Origin(TableScan scan, String path, int column) {}

    /**
     * The columns of the join below that some columns of its reader tell, and that they do not have among them.
     *
     * @param input what reads the join, through a projection at most
     * @param known columns of {@code input}
     */
    static List<Integer> of(RelNode input, Iterable<Integer> known) {
        Optional<Join> join = joinBelow(input);
        if (join.isEmpty()) {
            return List.of();
        }
        Set<Origin> origins = new HashSet<>();
        known.forEach(column -> origin(input, column, "").ifPresent(origins::add));
        List<Integer> times = new ArrayList<>();
        for (int column : upperColumns(join.get().getCondition())) {
            boolean told = isInstant(join.get(), column)
                    && origin(join.get(), column, "")
                            .filter(time -> !origins.contains(time) && isTold(time, origins))
                            .isPresent();
            if (told) {
                times.add(column);
            }
        }
        return times;
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

    /** The join that is read, through a projection and filters. */
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

    /** Whether columns hold the key of the stream that a column is of. */
    private static boolean isTold(Origin time, Set<Origin> known) {
        RelationDefinition relation =
                time.scan().getTable().unwrapOrThrow(RelationTable.class).definition();
        List<String> names = time.scan().getRowType().getFieldNames();
        return relation.kind() == RelationKind.STREAM
                && !relation.primaryKey().isEmpty()
                && relation.primaryKey().stream()
                        .allMatch(part -> known.contains(new Origin(time.scan(), time.path(), names.indexOf(part))));
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
