package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/**
 * Keeps the watermark of each partition of one source: Δout = Δin, each row tagged with its partition's watermark just before it. Stands
 * directly on the scan or on the calc of its computed columns, below any filter.
 *
 * @param timeColumn the event-time column's index in the input
 * @param expression the watermark expression over the input's columns, a timestamp
 * @param maxFutureSkew how far ahead of the epoch's clock an event time may be before its row is bad; empty: any distance
 */
public record IncrementalWatermark(
        IncrementalNode input,
        int timeColumn,
        RexNode expression,
        Optional<Duration> maxFutureSkew,
        Traits traits,
        SourcePosition position)
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
