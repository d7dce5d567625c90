package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;

/**
 * The rows of the first ranks of each partition: Δout = for each partition touched, minus its rows of these ranks, plus those that it has now.
 * Rows that tie are ordered by all columns of the input.
 *
 * <p>A partition is closed when any of {@code closing} has passed: FINAL gives its rows out then; both kinds drop its state then.
 *
 * <p><b>Shape</b>: the input's columns, then the rank, a BIGINT, if {@code numbered}.
 *
 * @param partitionColumns indexes of the input's columns; none: all rows are ranked together
 * @param collation the order within a partition
 * @param ranking how rows are numbered, from 1
 * @param first the least rank wanted
 * @param last the greatest rank wanted; {@link Long#MAX_VALUE} for all
 * @param numbered whether the rank is given out
 * @param closing for partition columns that have a watermark: {@code column} is an index into {@code partitionColumns}
 */
public record IncrementalTopN(
        IncrementalNode input,
        List<Integer> partitionColumns,
        List<RelFieldCollation> collation,
        Ranking ranking,
        long first,
        long last,
        boolean numbered,
        List<ColumnWatermark> closing,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    /** How rows are numbered. */
    public enum Ranking {
        ROW_NUMBER,
        RANK,
        DENSE_RANK
    }

    public IncrementalTopN {
        partitionColumns = List.copyOf(partitionColumns);
        collation = List.copyOf(collation);
        closing = List.copyOf(closing);
    }

    /** Whether each partition has at most one row. */
    public boolean isOneRow() {
        return ranking == Ranking.ROW_NUMBER && first >= last;
    }

    /** The same node over another input, or with other names. */
    public IncrementalTopN with(IncrementalNode newInput, RelDataType newType) {
        return new IncrementalTopN(
                newInput,
                partitionColumns,
                collation,
                ranking,
                first,
                last,
                numbered,
                closing,
                newType,
                traits,
                position);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
