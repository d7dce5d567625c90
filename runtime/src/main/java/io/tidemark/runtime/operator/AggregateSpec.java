package io.tidemark.runtime.operator;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.Schema;
import java.util.List;

/**
 * What an {@link AggregateOperator} computes.
 *
 * @param input the columns of the input
 * @param groupColumns indexes of the input's columns; empty: one group, which exists from the first epoch on
 * @param accumulators the aggregates; empty: SELECT DISTINCT
 * @param closingKeys the group columns whose watermark closes groups; a group is closed once any of them has passed
 * @param finalEmission whether a group's row is given out once, when it is closed, instead of with every change
 * @param inputRetracts whether rows of negative weight can come in
 * @param output the group columns, in order, then one column per aggregate
 */
public record AggregateSpec(
        Schema input,
        List<Integer> groupColumns,
        List<AccumulatorSpec> accumulators,
        List<ClosingKey> closingKeys,
        boolean finalEmission,
        boolean inputRetracts,
        Schema output) {

    public AggregateSpec {
        groupColumns = List.copyOf(groupColumns);
        accumulators = List.copyOf(accumulators);
        closingKeys = List.copyOf(closingKeys);
    }
}
