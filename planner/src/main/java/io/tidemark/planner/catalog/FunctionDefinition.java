package io.tidemark.planner.catalog;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A function that CREATE FUNCTION made.
 *
 * @param name as it was written; two names that differ in case alone are one
 * @param kind where it can be called
 * @param parameters the types that it takes; where one that is NOT NULL meets a NULL, the result is NULL without a call
 * @param result the type that it gives
 * @param retracts of an aggregate, whether rows can be taken out again
 * @param deterministic whether equal arguments always give equal results
 * @param body what computes it
 */
public record FunctionDefinition(
        String name,
        Kind kind,
        List<RelDataType> parameters,
        RelDataType result,
        boolean retracts,
        boolean deterministic,
        FunctionBody body) {

    /** Where a function can be called. */
    public enum Kind {
        /** Wherever an expression can stand: from the values of one row, one value. */
        SCALAR,
        /** Where rows are grouped: from the values of all rows of a group, one value. */
        AGGREGATE
    }

    public FunctionDefinition {
        parameters = List.copyOf(parameters);
    }
}
