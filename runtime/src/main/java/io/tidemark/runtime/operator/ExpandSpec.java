package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Schema;
import java.util.List;

/**
 * What an {@link ExpandOperator} makes of each row.
 *
 * @param groupColumns columns of the input
 * @param sets the grouping sets, each as indexes into {@code groupColumns}
 * @param passed columns of the input that are passed on
 * @param output the group columns, the number of the set, the columns passed on
 */
public record ExpandSpec(List<Integer> groupColumns, List<List<Integer>> sets, List<Integer> passed, Schema output) {

    public ExpandSpec {
        groupColumns = List.copyOf(groupColumns);
        sets = sets.stream().map(List::copyOf).toList();
        passed = List.copyOf(passed);
    }
}
