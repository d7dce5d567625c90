package io.tidemark.planner.incremental;

import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Takes over the watermark of the query that fills a materialized view: Δout = Δin, each row tagged with the watermark that the view had before
 * the range it is read in. Stands directly on the scan. No row is late by it, unless the watermark has been advanced by hand.
 */
public record IncrementalInheritedWatermark(IncrementalScan input, Traits traits, SourcePosition position)
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
