package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.over.OverFrame;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.order.Ranking;
import io.tidemark.runtime.order.TopNOperator;
import io.tidemark.runtime.order.TopNSpec;
import io.tidemark.runtime.over.Frame;
import io.tidemark.runtime.over.OverCall;
import io.tidemark.runtime.over.OverOperator;
import io.tidemark.runtime.over.OverSpec;
import io.tidemark.runtime.over.TimedOverOperator;
import io.tidemark.runtime.over.TimedSpec;
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.type.TypeMapper;
import java.util.List;

/** The operators of rows in order: their specifications in the engine's own types. */
final class OrderStages {

    private OrderStages() {}

    static Stage.Maker top(IncrementalTopN node, Workers workers) {
        Schema input = TypeMapper.schema(node.input().rowType());
        List<ClosingKey> closing = closing(input, node.partitionColumns(), node.closing());
        TopNSpec spec = new TopNSpec(
                input,
                node.partitionColumns(),
                StatefulStages.keys(node.collation()),
                Ranking.valueOf(node.ranking().name()),
                node.first(),
                node.last(),
                node.numbered(),
                closing,
                node.traits().emission() == Emission.FINAL,
                StatefulStages.retracts(node.input()),
                TypeMapper.schema(node.rowType()));
        Spread spread = spread(input, node.partitionColumns(), closing);
        return (handlers, clock) -> new PartitionedOperator(
                workers,
                spread,
                spec.judge(handlers.late())::taken,
                partitionHandlers -> new TopNOperator(spec, partitionHandlers));
    }

    static Stage.Maker over(IncrementalOver node, Workers workers) {
        Schema input = TypeMapper.schema(node.input().rowType());
        List<ClosingKey> closing = closing(input, node.partitionColumns(), node.closing());
        OverSpec spec = new OverSpec(
                input,
                node.partitionColumns(),
                StatefulStages.keys(node.collation()),
                node.calls().stream().map(OrderStages::call).toList(),
                closing,
                node.traits().emission() == Emission.FINAL,
                TypeMapper.schema(node.rowType()));
        Spread spread = spread(input, node.partitionColumns(), closing);
        if (node.time().isPresent()) {
            TimedSpec timed = new TimedSpec(spec, node.time().get()::apply);
            return (handlers, clock) -> new PartitionedOperator(
                    workers,
                    spread,
                    timed.judge(handlers.late())::taken,
                    partitionHandlers -> new TimedOverOperator(timed, partitionHandlers));
        }
        return (handlers, clock) -> new PartitionedOperator(
                workers,
                spread,
                spec.judge(handlers.late())::taken,
                partitionHandlers -> new OverOperator(spec, partitionHandlers));
    }

    private static OverCall call(IncrementalOver.Call call) {
        return new OverCall(
                OverCall.Kind.valueOf(call.function().name()),
                call.argument().orElse(-1),
                call.number(),
                call.otherwise().orElse(-1),
                frame(call.frame()),
                call.aggregate().map(StatefulStages::accumulator),
                TypeMapper.dataType(call.type()));
    }

    private static Frame frame(OverFrame frame) {
        return new Frame(
                frame.rows(),
                bound(frame.start()),
                bound(frame.end()),
                Frame.Exclusion.valueOf(frame.exclusion().name()));
    }

    private static Frame.Bound bound(OverFrame.Bound bound) {
        return new Frame.Bound(
                Frame.Direction.valueOf(bound.direction().name()),
                bound.offset().longValue(),
                bound.offset().doubleValue());
    }

    private static List<ClosingKey> closing(Schema input, List<Integer> partitions, List<ColumnWatermark> closing) {
        return closing.stream()
                .map(key -> new ClosingKey(
                        key.column(),
                        key.transform()::apply,
                        input.field(partitions.get(key.column())).name()))
                .toList();
    }

    /** By the columns of the partitions; where some close, times spread nothing, since few are open at a time. */
    private static Spread spread(Schema input, List<Integer> partitionColumns, List<ClosingKey> closing) {
        return new Spread(partitionColumns.stream()
                .filter(column -> closing.isEmpty() || !StatefulStages.isTime(input.type(column)))
                .toList());
    }
}
