package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.DataType;
import java.util.List;

/**
 * One aggregate to be computed for each group.
 *
 * @param kind what is computed
 * @param arguments the columns of the input that are aggregated; none for {@link Kind#COUNT_ALL}
 * @param filter a BOOLEAN column of the input, rows in which it isn't TRUE don't count; -1 for none
 * @param distinct whether rows with equal arguments count once
 * @param resultType the type of the result, which also decides how an average is rounded
 */
public record AccumulatorSpec(Kind kind, List<Integer> arguments, int filter, boolean distinct, DataType resultType) {

    /** The functions. All but COUNT_ALL ignore rows whose argument is NULL; SUM, MIN, MAX and AVG of nothing are NULL, SUM0 is 0. */
    public enum Kind {
        COUNT_ALL,
        COUNT,
        SUM,
        SUM0,
        MIN,
        MAX,
        AVG
    }

    public AccumulatorSpec {
        arguments = List.copyOf(arguments);
    }

    /** An aggregate of one argument, or of none if {@code argument} is -1. */
    public AccumulatorSpec(Kind kind, int argument, int filter, DataType resultType) {
        this(kind, argument < 0 ? List.of() : List.of(argument), filter, false, resultType);
    }

    /** The first argument, or -1. */
    int argument() {
        return arguments.isEmpty() ? -1 : arguments.get(0);
    }

    /** The same for rows that have been filtered already. */
    AccumulatorSpec withoutFilter() {
        return new AccumulatorSpec(kind, arguments, -1, distinct, resultType);
    }
}
