package io.tidemark.planner.validate;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;

/**
 * How a relation's columns follow from what is stored of it.
 *
 * @param columns for each column of the relation an expression over its stored columns
 * @param watermark the watermark expression over all columns of the relation, and which of them is the event time
 */
public record RelationExpansion(List<RexNode> columns, Optional<Watermark> watermark) {

    /** Event time: the column's index among all columns, and the expression over them. */
    public record Watermark(int timeColumn, RexNode expression) {}

    public RelationExpansion {
        columns = List.copyOf(columns);
    }
}
