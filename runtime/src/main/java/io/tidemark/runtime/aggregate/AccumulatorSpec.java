package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.DataType;

/**
 * One aggregate to be computed for each group.
 *
 * @param kind what is computed
 * @param argument the column of the input that is aggregated; -1 for {@link Kind#COUNT_ALL}
 * @param filter a BOOLEAN column of the input, rows in which it isn't TRUE don't count; -1 for none
 * @param resultType the type of the result, which also decides how an average is rounded
 */
public record AccumulatorSpec(Kind kind, int argument, int filter, DataType resultType) {

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
}
