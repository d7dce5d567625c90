package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.SortSpec;
import java.util.List;

/**
 * What an {@link OverOperator} does.
 *
 * @param input the columns of the input
 * @param partitionColumns indexes of the input's columns; none: all rows are one partition
 * @param order the order within a partition; rows that are equal in it are ordered by all their columns
 * @param calls the functions
 * @param closingKeys the partition columns that close partitions, as indexes into {@code partitionColumns}
 * @param finalEmission whether the rows of a partition are given out once, when it is closed, instead of with every change
 * @param output the columns of the input, then one a function
 */
public record OverSpec(
        Schema input,
        List<Integer> partitionColumns,
        List<SortSpec.Key> order,
        List<OverCall> calls,
        List<ClosingKey> closingKeys,
        boolean finalEmission,
        Schema output) {

    public OverSpec {
        partitionColumns = List.copyOf(partitionColumns);
        order = List.copyOf(order);
        calls = List.copyOf(calls);
        closingKeys = List.copyOf(closingKeys);
    }

    /** What tells late rows: those whose partition their own watermark has closed. */
    public LatenessJudge judge(LateRowHandler late) {
        return new LatenessJudge(closingKeys, partitionColumns, late);
    }
}
