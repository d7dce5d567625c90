package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.match.MatchSpec;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * MATCH_RECOGNIZE. With a watermark on the first column of ORDER BY, rows wait until it has passed them: Δout = the matches of the rows passed
 * that no later row can change, each once. Without one, Δout = for each partition touched, minus the matches of its rows before the epoch, plus
 * those of its rows after it.
 *
 * @param closing the watermark of the first column of ORDER BY, if it has one
 */
public record IncrementalMatch(
        IncrementalNode input,
        MatchSpec spec,
        Optional<WatermarkTransform> closing,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }

    /** The first column of ORDER BY, which tells the time. */
    public int timeColumn() {
        return spec.order().get(0).getFieldIndex();
    }
}
