package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/** UNION ALL: Δout = the sum of the inputs' deltas; the watermark is the least of theirs. */
public record IncrementalUnion(
        List<IncrementalNode> inputs, RelDataType rowType, Traits traits, SourcePosition position)
        implements IncrementalNode {

    public IncrementalUnion {
        inputs = List.copyOf(inputs);
    }
}
