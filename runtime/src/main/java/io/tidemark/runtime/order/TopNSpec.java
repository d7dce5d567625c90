package io.tidemark.runtime.order;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.SortSpec;
import java.util.List;

/**
 * What a {@link TopNOperator} does.
 *
 * @param input the columns of the input
 * @param partitionColumns indexes of the input's columns; rows that differ in one are ranked apart
 * @param order the order within a partition; rows that are equal in it are ordered by all their columns
 * @param ranking how rows are numbered
 * @param first the least rank that is given out, from 1
 * @param last the greatest rank that is given out; {@link Long#MAX_VALUE} for all after {@code first}
 * @param numbered whether the rank is given out too, as a last column
 * @param closingKeys the partition columns that close partitions, as indexes into {@code partitionColumns}
 * @param finalEmission whether the rows of a partition are given out once, when it is closed, instead of with every change
 * @param inputRetracts whether rows of negative weight can come in
 * @param output the columns of the input, then the rank if it is given out
 */
public record TopNSpec(
        Schema input,
        List<Integer> partitionColumns,
        List<SortSpec.Key> order,
        Ranking ranking,
        long first,
        long last,
        boolean numbered,
        List<ClosingKey> closingKeys,
        boolean finalEmission,
        boolean inputRetracts,
        Schema output) {

    public TopNSpec {
        partitionColumns = List.copyOf(partitionColumns);
        order = List.copyOf(order);
        closingKeys = List.copyOf(closingKeys);
    }

    /** What tells late rows: those whose partition their own watermark has closed. */
    public LatenessJudge judge(LateRowHandler late) {
        return new LatenessJudge(closingKeys, partitionColumns, late);
    }

    /** Whether rows behind the last rank can be forgotten: so where nothing before them ever goes away. */
    boolean forgets() {
        return !inputRetracts && last != Long.MAX_VALUE;
    }
}
