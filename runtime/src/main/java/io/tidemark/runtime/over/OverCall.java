package io.tidemark.runtime.over;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.DataType;
import java.util.Optional;

/**
 * One function of a window.
 *
 * @param kind what is computed
 * @param argument the column of the input whose value is given; -1 for functions of ranks, and for aggregates
 * @param number how many rows LAG and LEAD look back or ahead, may be negative; which row NTH_VALUE gives, from 1; the number of NTILE's parts
 * @param otherwise the column of the input whose value LAG and LEAD give where there is no such row; -1 for NULL
 * @param frame the rows that are looked at; without meaning for functions of ranks, LAG and LEAD
 * @param aggregate what an aggregate computes, for {@link Kind#AGGREGATE}
 * @param type the result's type
 */
public record OverCall(
        Kind kind,
        int argument,
        long number,
        int otherwise,
        Frame frame,
        Optional<AccumulatorSpec> aggregate,
        DataType type) {

    /** The functions. */
    public enum Kind {
        ROW_NUMBER,
        RANK,
        DENSE_RANK,
        NTILE,
        PERCENT_RANK,
        CUME_DIST,
        LAG,
        LEAD,
        FIRST_VALUE,
        LAST_VALUE,
        NTH_VALUE,
        AGGREGATE
    }
}
