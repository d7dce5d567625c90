package io.tidemark.planner.incremental;

import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rel.type.RelDataType;

/**
 * One aggregate of an {@link IncrementalAggregate}.
 *
 * @param function what is computed
 * @param arguments column indexes in the input; empty for COUNT(*)
 * @param filter the index of a BOOLEAN input column; rows where it isn't TRUE don't count
 * @param distinct whether equal arguments count once
 * @param type the result's type
 */
public record AggregateCall(
        Function function, List<Integer> arguments, OptionalInt filter, boolean distinct, RelDataType type) {

    /** The aggregate functions; SUM0 is a SUM that is 0, not NULL, over nothing. */
    public enum Function {
        COUNT,
        SUM,
        SUM0,
        MIN,
        MAX,
        AVG
    }

    public AggregateCall {
        arguments = List.copyOf(arguments);
    }

    /**
     * Whether the different arguments of each group have to be kept.
     *
     * @param retracting whether rows are taken back
     */
    public boolean keepsArguments(boolean retracting) {
        return switch (function) {
            case MIN, MAX -> retracting;
            case COUNT, SUM, SUM0, AVG -> distinct;
        };
    }
}
