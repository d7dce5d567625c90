package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Puts each row into its windows: Δout = one row per input row and window, with {@code window_start}, {@code window_end} and {@code window_time}
 * (= window_end - 1 ms) appended. Rows whose event time is NULL are in no window: they are bad rows.
 */
public record IncrementalWindow(
        IncrementalNode input, WindowSpec window, RelDataType rowType, Traits traits, SourcePosition position)
        implements IncrementalNode {

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
