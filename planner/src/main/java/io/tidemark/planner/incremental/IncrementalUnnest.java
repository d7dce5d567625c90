package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * UNNEST: Δout = each row of Δin once for each element of an array, with the element, and its place if asked for, appended.
 *
 * @param arrayColumn the index of the array in the input; a row whose array is NULL or has no elements gives none
 * @param ordinality whether the element's place, from 1, is appended too
 * @param outer whether a row without elements is given out once, with NULL for what is appended: LEFT JOIN
 */
public record IncrementalUnnest(
        IncrementalNode input,
        int arrayColumn,
        boolean ordinality,
        boolean outer,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }

    /** The same with other column names. */
    public IncrementalUnnest withRowType(RelDataType newRowType) {
        return new IncrementalUnnest(input, arrayColumn, ordinality, outer, newRowType, traits, position);
    }
}
