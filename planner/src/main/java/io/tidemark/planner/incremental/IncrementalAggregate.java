package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Groups and aggregates: Δout = for each group touched, minus its old row, plus its new one. Without calls it is SELECT DISTINCT. Without group
 * columns there is one group, which exists from the first epoch on even over nothing.
 *
 * <p>A group is closed when any of {@code closingKeys} has passed: the group column's value is at or below the column's watermark. FINAL gives
 * the group's row out then; both kinds drop its state then. A row whose group was closed already by the row's own watermark tag is late.
 *
 * <p><b>Shape</b>: the output has the group columns, in the order of {@code groupColumns}, then one column per call.
 *
 * @param groupColumns column indexes in the input
 * @param closingKeys for group columns that have a watermark: {@code column} is an index into {@code groupColumns}
 */
public record IncrementalAggregate(
        IncrementalNode input,
        List<Integer> groupColumns,
        List<AggregateCall> calls,
        List<ColumnWatermark> closingKeys,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    public IncrementalAggregate {
        groupColumns = List.copyOf(groupColumns);
        calls = List.copyOf(calls);
        closingKeys = List.copyOf(closingKeys);
    }

    /** The calls for which the different arguments of each group are kept. */
    public List<AggregateCall> callsKeepingArguments() {
        boolean retracting = input.traits().changelog() == Changelog.RETRACT;
        return calls.stream().filter(call -> call.keepsArguments(retracting)).toList();
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
