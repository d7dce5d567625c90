package io.tidemark.planner.incremental.match;

import java.util.List;
import org.apache.calcite.rex.RexNode;

/**
 * An expression of DEFINE or MEASURES.
 *
 * @param values what it reads
 * @param expression over them: column {@code i} is the {@code i}-th value
 */
public record MatchExpression(List<MatchValue> values, RexNode expression) {
    public MatchExpression {
        values = List.copyOf(values);
    }
}
