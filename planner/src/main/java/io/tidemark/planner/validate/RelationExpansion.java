package io.tidemark.planner.validate;

import io.tidemark.planner.type.DialectTypeFactory;
import io.tidemark.sql.error.SourcePosition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;

/**
 * How a relation's columns follow from what is stored of it.
 *
 * @param columns for each column of the relation an expression over its stored columns
 * @param watermark the watermark expression over all columns of the relation, and which of them is the event time
 * @param watermarkLoss why the watermark that the relation has is not used
 */
public record RelationExpansion(List<RexNode> columns, Optional<Watermark> watermark, Optional<String> watermarkLoss) {

    /**
     * Event time.
     *
     * @param timeColumn the column's index among all columns
     * @param expression the watermark expression over them
     * @param maxFutureSkew how far ahead of the wall clock an event time may be; empty: any distance
     */
    public record Watermark(int timeColumn, RexNode expression, Optional<Duration> maxFutureSkew) {}

    public RelationExpansion {
        columns = List.copyOf(columns);
    }

    /** Returns the same with all expressions standing where a statement names the relation. */
    public RelationExpansion at(SourcePosition position) {
        RexBuilder builder = new RexBuilder(new DialectTypeFactory());
        return new RelationExpansion(
                columns.stream()
                        .map(column -> ExpressionPosition.moved(column, builder, position))
                        .toList(),
                watermark.map(w -> new Watermark(
                        w.timeColumn(),
                        ExpressionPosition.moved(w.expression(), builder, position),
                        w.maxFutureSkew())),
                watermarkLoss);
    }
}
