package io.tidemark.planner.incremental;

import io.tidemark.planner.catalog.FunctionDefinition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;

/**
 * One aggregate of an {@link IncrementalAggregate}.
 *
 * @param function what is computed
 * @param arguments column indexes in the input; empty for COUNT(*)
 * @param order by which input columns the rows of a group are ordered, where that makes a difference; ties are broken by the arguments
 * @param constant the separator of LISTAGG, the fraction of a percentile; empty for the others
 * @param filter the index of a BOOLEAN input column; rows where it isn't TRUE don't count
 * @param distinct whether equal arguments count once
 * @param type the result's type
 * @param user the function of {@link Function#USER}; empty for the others
 */
public record AggregateCall(
        Function function,
        List<Integer> arguments,
        List<RelFieldCollation> order,
        Optional<String> constant,
        OptionalInt filter,
        boolean distinct,
        RelDataType type,
        Optional<FunctionDefinition> user) {

    /**
     * The aggregate functions; SUM0 is a SUM that is 0, not NULL, over nothing; SINGLE_VALUE fails over more than one row. The names ending in NULLS give {@code null} out for a value that
     * is NULL, where those without leave it away.
     */
    public enum Function {
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

    public AggregateCall {
        arguments = List.copyOf(arguments);
        order = List.copyOf(order);
    }

    /** What tells a call from others, in checkpoints too: of a user's function its name. */
    @Override
    public String toString() {
        return "AggregateCall[function=" + function + ", arguments=" + arguments + ", order=" + order + ", constant="
                + constant + ", filter=" + filter + ", distinct=" + distinct + ", type=" + type + "]"
                + user.map(known -> " " + known.name()).orElse("");
    }

    /**
     * Whether the different arguments of each group have to be kept.
     *
     * @param retracting whether rows are taken back
     */
    public boolean keepsArguments(boolean retracting) {
        return switch (function) {
            case MIN, MAX, BIT_AND, BIT_OR, ARG_MIN, ARG_MAX, FIRST_VALUE, LAST_VALUE -> retracting;
            case MODE,
                    SINGLE_VALUE,
                    PERCENTILE_CONT,
                    PERCENTILE_DISC,
                    LISTAGG,
                    JSON_ARRAYAGG,
                    JSON_ARRAYAGG_NULLS,
                    JSON_OBJECTAGG,
                    JSON_OBJECTAGG_NULLS,
                    ARRAY_AGG,
                    COLLECT -> true;
            default -> distinct;
        };
    }
}
