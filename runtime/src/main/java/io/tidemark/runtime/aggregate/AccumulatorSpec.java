package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.DataType;
import java.util.List;
import java.util.Optional;

/**
 * One aggregate to be computed for each group.
 *
 * @param kind what is computed
 * @param arguments the columns of the input that are aggregated; none for {@link Kind#COUNT_ALL}
 * @param order by which columns of the input the rows of a group are ordered; ties are broken by the arguments, rising
 * @param constant the separator of LISTAGG, the fraction of a percentile; empty for the others
 * @param filter a BOOLEAN column of the input, rows in which it isn't TRUE don't count; -1 for none
 * @param distinct whether rows with equal arguments count once
 * @param resultType the type of the result, which also decides how an average is rounded
 * @param user what computes {@link Kind#USER}; empty for the others
 */
public record AccumulatorSpec(
        Kind kind,
        List<Integer> arguments,
        List<Order> order,
        String constant,
        int filter,
        boolean distinct,
        DataType resultType,
        Optional<ObjectAggregate> user) {

    /** One column of an order. */
    public record Order(int column, boolean descending, boolean nullsFirst) {}

    /**
     * The functions. All but COUNT_ALL ignore rows whose argument is NULL (of two arguments, either; ARG_MIN and ARG_MAX(x, y) those whose y is
     * NULL; FIRST_VALUE, LAST_VALUE, SINGLE_VALUE and ARRAY_AGG none; those that end in NULLS none for their value); the counts and SUM0 of nothing are 0, COLLECT
     * of nothing is an array without elements, all else of nothing is NULL.
     */
    public enum Kind {
        COUNT_ALL,
        COUNT,
        SUM,
        SUM0,
        MIN,
        MAX,
        AVG,
        VAR_POP,
        VAR_SAMP,
        STDDEV_POP,
        STDDEV_SAMP,
        COVAR_POP,
        COVAR_SAMP,
        CORR,
        REGR_COUNT,
        REGR_AVGX,
        REGR_AVGY,
        REGR_SXX,
        REGR_SYY,
        REGR_SXY,
        REGR_SLOPE,
        REGR_INTERCEPT,
        REGR_R2,
        BIT_AND,
        BIT_OR,
        BIT_XOR,
        ARG_MIN,
        ARG_MAX,
        FIRST_VALUE,
        LAST_VALUE,
        MODE,
        SINGLE_VALUE,
        PERCENTILE_CONT,
        PERCENTILE_DISC,
        LISTAGG,
        JSON_ARRAYAGG,
        JSON_ARRAYAGG_NULLS,
        JSON_OBJECTAGG,
        JSON_OBJECTAGG_NULLS,
        ARRAY_AGG,
        COLLECT,
        USER
    }

    public AccumulatorSpec {
        arguments = List.copyOf(arguments);
        order = List.copyOf(order);
    }

    /** What tells layouts of state apart, in checkpoints too; which function of a user's it is, the operator's name says. */
    @Override
    public String toString() {
        return "AccumulatorSpec[kind=" + kind + ", arguments=" + arguments + ", order=" + order + ", constant="
                + constant + ", filter=" + filter + ", distinct=" + distinct + ", resultType=" + resultType + "]";
    }

    /** One of the engine's own. */
    public AccumulatorSpec(
            Kind kind,
            List<Integer> arguments,
            List<Order> order,
            String constant,
            int filter,
            boolean distinct,
            DataType resultType) {
        this(kind, arguments, order, constant, filter, distinct, resultType, Optional.empty());
    }

    /** An aggregate of one argument, or of none if {@code argument} is -1. */
    public AccumulatorSpec(Kind kind, int argument, int filter, DataType resultType) {
        this(kind, argument < 0 ? List.of() : List.of(argument), List.of(), "", filter, false, resultType);
    }

    /** The first argument, or -1. */
    int argument() {
        return arguments.isEmpty() ? -1 : arguments.get(0);
    }

    /** The same for rows that have been filtered already. */
    AccumulatorSpec withoutFilter() {
        return new AccumulatorSpec(kind, arguments, order, constant, -1, distinct, resultType);
    }
}
