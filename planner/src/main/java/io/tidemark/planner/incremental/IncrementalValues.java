package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;

/** Constant rows, given out once in the first epoch. */
public record IncrementalValues(
        List<List<RexLiteral>> rows, RelDataType rowType, Traits traits, SourcePosition position)
        implements IncrementalNode {

    public IncrementalValues {
        rows = List.copyOf(rows);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of();
    }
}
