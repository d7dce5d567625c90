package io.tidemark.planner.translate.order;

import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.IncrementalTopN.Ranking;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexOver;

/** Makes nodes that keep the rows of the first ranks. */
public final class TopNodes {
    private final boolean once;
    private final boolean whenFinal;
    private final String sql;

    /**
     * Makes them for a statement.
     *
     * @param once whether rows are never taken back
     * @param whenFinal whether they are given out when they are final, rather than at the end of a snapshot
     */
    public TopNodes(boolean once, boolean whenFinal, String sql) {
        this.once = once;
        this.whenFinal = whenFinal;
        this.sql = sql;
    }

    /** The rows of some ranks; {@code input} is what has become of the filter's input. */
    public IncrementalTopN ranked(
            IncrementalNode input, RankFilter filter, RelDataTypeFactory types, SourcePosition position) {
        RelDataTypeFactory.Builder type = types.builder().addAll(input.rowType().getFieldList());
        if (filter.numbered()) {
            type.add(filter.over().getAggOperator().getName(), filter.over().getType());
        }
        return top(
                input,
                filter.partitionColumns(),
                filter.order(),
                new Ranks(filter.ranking(), filter.first(), filter.last(), filter.numbered(), name(filter.over())),
                type.build(),
                position);
    }

    /** The rows of ORDER BY with LIMIT and OFFSET; without an order, the least by all columns. */
    public IncrementalTopN limited(
            IncrementalNode input, List<RelFieldCollation> order, long offset, long fetch, SourcePosition position) {
        boolean all = fetch < 0 || offset > Long.MAX_VALUE - fetch;
        return top(
                input,
                List.of(),
                order,
                new Ranks(Ranking.ROW_NUMBER, offset + 1, all ? Long.MAX_VALUE : offset + fetch, false, "LIMIT"),
                input.rowType(),
                position);
    }

    private static String name(RexOver over) {
        return over.getAggOperator().getName();
    }

    /** Which ranks are wanted; {@code name} is what a message calls them. */
    private record Ranks(Ranking ranking, long first, long last, boolean numbered, String name) {}

    private IncrementalTopN top(
            IncrementalNode input,
            List<Integer> partitions,
            List<RelFieldCollation> order,
            Ranks ranks,
            RelDataType rowType,
            SourcePosition position) {
        Traits below = input.traits();
        List<ColumnWatermark> kept = new ArrayList<>();
        List<ColumnWatermark> closing = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            int column = i;
            below.watermark(partitions.get(i)).ifPresent(watermark -> {
                kept.add(watermark);
                closing.add(new ColumnWatermark(column, watermark.transform()));
            });
        }
        if (whenFinal && closing.isEmpty()) {
            throw neverFinal(ranks.name, position);
        }
        Optional<String> loss = kept.isEmpty() && !below.watermarks().isEmpty()
                ? Optional.of(ranks.name + " (" + position + ") keeps only those of PARTITION BY columns")
                : below.watermarkLoss();
        Traits traits = new Traits(
                once ? Changelog.APPEND : Changelog.RETRACT,
                whenFinal ? Emission.FINAL : Emission.EARLY,
                kept,
                loss,
                keys(below, partitions, ranks, rowType));
        return new IncrementalTopN(
                input,
                partitions,
                order,
                ranks.ranking,
                ranks.first,
                ranks.last,
                ranks.numbered,
                closing,
                rowType,
                traits,
                position);
    }

    private CodedException neverFinal(String name, SourcePosition position) {
        return CodedException.of(
                        ErrorCode.MODE_02, "EMIT APPEND is not possible: " + name + " may replace rows already written")
                .at(position, sql)
                .hint(
                        "add the columns of a window over a WATERMARK column to PARTITION BY, or use EMIT UPDATE or EMIT COMPLETE");
    }

    /** First what the ranks make a key, which tells best what replaces what. */
    private static List<List<Integer>> keys(Traits below, List<Integer> partitions, Ranks ranks, RelDataType rowType) {
        List<List<Integer>> keys = new ArrayList<>();
        if (ranks.ranking == Ranking.ROW_NUMBER && ranks.first >= ranks.last) {
            keys.add(partitions);
        } else if (ranks.ranking == Ranking.ROW_NUMBER && ranks.numbered) {
            List<Integer> ranked = new ArrayList<>(partitions);
            ranked.add(rowType.getFieldCount() - 1);
            keys.add(ranked);
        }
        keys.addAll(below.keys());
        return keys;
    }
}
