package io.tidemark.runtime.operator;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.Schema;
import java.util.List;
import java.util.OptionalLong;

/**
 * What an {@link AggregateOperator} computes.
 *
 * @param input the columns of the input
 * @param groupColumns indexes of the input's columns; empty: one group, which exists from the first epoch on
 * @param accumulators the aggregates; empty: SELECT DISTINCT
 * @param closingKeys the group columns whose watermark closes groups; a group is closed once any of them has passed
 * @param finalEmission whether a group's row is given out once, when it is closed, instead of with every change
 * @param inputRetracts whether rows of negative weight can come in
 * @param permanentSet for grouping sets of which one has no columns: its number, the value of the last group column; its group, in which all
 *     other group columns are NULL, exists from the first epoch on
 * @param output the group columns, in order, then one column per aggregate
 */
public record AggregateSpec(
        Schema input,
        List<Integer> groupColumns,
        List<AccumulatorSpec> accumulators,
        List<ClosingKey> closingKeys,
        boolean finalEmission,
        boolean inputRetracts,
        OptionalLong permanentSet,
        Schema output) {

    public AggregateSpec {
        groupColumns = List.copyOf(groupColumns);
        accumulators = List.copyOf(accumulators);
        closingKeys = List.copyOf(closingKeys);
    }

    /** One of plain group columns. */
    public AggregateSpec(
            Schema input,
            List<Integer> groupColumns,
            List<AccumulatorSpec> accumulators,
            List<ClosingKey> closingKeys,
            boolean finalEmission,
            boolean inputRetracts,
            Schema output) {
        this(
                input,
                groupColumns,
                accumulators,
                closingKeys,
                finalEmission,
                inputRetracts,
                OptionalLong.empty(),
                output);
    }

    /** Whether there is a group without rows too. */
    boolean hasPermanentGroup() {
        return groupColumns.isEmpty() || permanentSet.isPresent();
    }
}
