package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Puts each row into its session: Δout = for each session that changed, minus its rows as they were given out, plus its rows with {@code
 * window_start}, {@code window_end} and {@code window_time} (= window_end - 1 ms) of the session as it is now.
 *
 * <p>A session is closed when no row can come any more that would lengthen it: FINAL gives its rows out then; both kinds drop its rows then. A
 * row whose event time had been passed by its own watermark tag is late, wherever the sessions are.
 *
 * @param window of kind SESSION
 * @param closing the event-time column's watermark, if it has one
 */
public record IncrementalSession(
        IncrementalNode input,
        WindowSpec window,
        Optional<WatermarkTransform> closing,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
