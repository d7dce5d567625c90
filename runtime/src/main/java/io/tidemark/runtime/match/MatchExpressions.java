package io.tidemark.runtime.match;

import io.tidemark.runtime.calc.CalcProgram;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;

/**
 * Expressions over values of a match, compiled.
 *
 * @param values what they read: column {@code i} of a batch is the {@code i}-th value
 * @param program computes them
 * @param position where they stand in the statement, for errors
 */
public record MatchExpressions(List<MatchValue> values, CalcProgram.Factory program, SourcePosition position) {

    public MatchExpressions {
        values = List.copyOf(values);
    }
}
