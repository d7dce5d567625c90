package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;

/**
 * ORDER BY with OFFSET and LIMIT over the whole input: only in snapshot queries, which have one epoch. Ties are broken by the whole row.
 *
 * @param fetch the greatest number of rows; -1 for no limit
 */
public record IncrementalSort(
        IncrementalNode input,
        List<RelFieldCollation> collation,
        long offset,
        long fetch,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    public IncrementalSort {
        collation = List.copyOf(collation);
    }

    @Override
    public RelDataType rowType() {
        return input.rowType();
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
