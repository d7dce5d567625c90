package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/** LIMIT without ORDER BY over rows that are only added: the first {@code fetch} rows after {@code offset}, in order of arrival, then it ends. */
public record IncrementalLimit(IncrementalNode input, long offset, long fetch, Traits traits, SourcePosition position)
        implements IncrementalNode {

    @Override
    public RelDataType rowType() {
        return input.rowType();
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
