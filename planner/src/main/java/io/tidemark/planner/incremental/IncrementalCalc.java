package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/**
 * Filters, then projects: Δout = project(filter(Δin)), weights kept.
 *
 * @param condition over the input's columns; a row passes where it is TRUE
 * @param projections one expression over the input's columns for each output column
 */
public record IncrementalCalc(
        IncrementalNode input,
        Optional<RexNode> condition,
        List<RexNode> projections,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    public IncrementalCalc {
        projections = List.copyOf(projections);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
