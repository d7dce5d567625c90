package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;

/**
 * GROUPING SETS, ROLLUP and CUBE: Δout = each row of Δin once for each grouping set, with the group columns that are not in it NULL.
 *
 * <p><b>Shape</b>: the output has the group columns; then the number of the grouping set, from 0; then the columns passed on.
 *
 * @param groupColumns column indexes in the input
 * @param sets the grouping sets, each as indexes into {@code groupColumns}
 * @param passed column indexes in the input, which aggregates use
 */
public record IncrementalExpand(
        IncrementalNode input,
        List<Integer> groupColumns,
        List<List<Integer>> sets,
        List<Integer> passed,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    public IncrementalExpand {
        groupColumns = List.copyOf(groupColumns);
        sets = sets.stream().map(List::copyOf).toList();
        passed = List.copyOf(passed);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }

    /** The column of the grouping set's number. */
    public int setColumn() {
        return groupColumns.size();
    }

    /** A grouping set in the words of messages: {@code (region, shop)}. */
    public String name(List<Integer> set) {
        return set.stream()
                .map(column -> rowType.getFieldNames().get(column))
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
