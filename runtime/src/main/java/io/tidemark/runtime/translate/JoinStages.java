package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalLookupJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CompiledCalc;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.join.AsofJoinOperator;
import io.tidemark.runtime.join.AsofSpec;
import io.tidemark.runtime.join.JoinOperator;
import io.tidemark.runtime.join.JoinSpec;
import io.tidemark.runtime.join.TemporalJoinOperator;
import io.tidemark.runtime.lookup.LookupJoinOperator;
import io.tidemark.runtime.lookup.LookupJoinSpec;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.expression.ExpressionCompiler;
import io.tidemark.runtime.translate.type.TypeMapper;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.calcite.rex.RexNode;

/** Joins: their specification in the engine's own types, and the code of the condition beside the keys. */
final class JoinStages {

    private JoinStages() {}

    private static JoinSpec spec(IncrementalJoin node) {
        return new JoinSpec(
                JoinSpec.Kind.valueOf(node.kind().name()),
                side(
                        node.left(),
                        node.keys().stream().map(IncrementalJoin.Key::left).toList(),
                        node.bounds().dropLeft()),
                side(
                        node.right(),
                        node.keys().stream().map(IncrementalJoin.Key::right).toList(),
                        node.bounds().dropRight()),
                node.keys().stream().map(IncrementalJoin.Key::nullsMatch).toList(),
                node.residual().map(RexNode::toString).orElse(""),
                node.kind().withdraws() && node.traits().emission() == Emission.FINAL,
                TypeMapper.schema(node.rowType()));
    }

    private static JoinSpec.Side side(IncrementalNode input, List<Integer> keys, Optional<ColumnWatermark> drop) {
        return new JoinSpec.Side(
                TypeMapper.schema(input.rowType()),
                keys,
                input.traits().changelog() == Changelog.RETRACT,
                drop.map(bound -> new JoinSpec.Closing(bound.column(), bound.transform()::apply)));
    }

    /** Tells the late rows of an input, where there are any. */
    private static UnaryOperator<Batch> judge(
            IncrementalNode input, Optional<ColumnWatermark> judged, LateRowHandler late) {
        if (judged.isEmpty()) {
            return batch -> batch.withTags(RowTags.NONE);
        }
        int column = judged.get().column();
        String name = input.rowType().getFieldNames().get(column);
        ClosingKey key = new ClosingKey(0, judged.get().transform()::apply, name);
        return new LatenessJudge(List.of(key), List.of(column), late)::taken;
    }

    /** The condition as a filter; of a mark join as a column, since it matters there whether it is false or unknown. */
    static CompiledCalc residual(ExpressionCompiler compiler, IncrementalJoin node, RexNode condition) {
        Schema pair = JoinSpec.pair(
                TypeMapper.schema(node.left().rowType()),
                TypeMapper.schema(node.right().rowType()));
        if (node.kind() == IncrementalJoin.Kind.MARK) {
            Field truth = new Field("truth", TypeMapper.dataType(condition.getType()));
            return compiler.compile(pair, Optional.empty(), List.of(condition), Schema.of(truth));
        }
        return compiler.compile(pair, Optional.of(condition), List.of(), Schema.of());
    }

    static Stage.Maker maker(IncrementalJoin node, Optional<CompiledCalc> residual, Workers workers) {
        JoinSpec spec = spec(node);
        Spread spread = new Spread(spec.left().keys(), spec.right().keys());
        return (handlers, clock) -> {
            UnaryOperator<Batch> left = judge(node.left(), node.bounds().judgeLeft(), handlers.late());
            UnaryOperator<Batch> right = judge(node.right(), node.bounds().judgeRight(), handlers.late());
            return new PartitionedOperator(
                    workers,
                    spread,
                    (input, batch) -> (input == 0 ? left : right).apply(batch),
                    inner -> new JoinOperator(
                            spec,
                            residual.map(code -> code.programs().create(clock)).orElse(null),
                            new RowSelection(inner.errors(), node.position())));
        };
    }

    /** Works on the query's thread: what comes out has the tags of what went in, in its order. */
    static Stage.Maker temporal(IncrementalJoin node) {
        List<IncrementalJoin.Key> keys = node.keys();
        JoinSpec.Side left =
                side(node.left(), keys.stream().map(IncrementalJoin.Key::left).toList(), Optional.empty());
        JoinSpec.Side right =
                side(node.right(), keys.stream().map(IncrementalJoin.Key::right).toList(), Optional.empty());
        List<Boolean> nullsMatch =
                keys.stream().map(IncrementalJoin.Key::nullsMatch).toList();
        boolean outer = node.kind() == IncrementalJoin.Kind.LEFT_TEMPORAL;
        return (handlers, clock) -> new TemporalJoinOperator(left, right, nullsMatch, outer);
    }

    static Stage.Maker asof(IncrementalAsofJoin node, Workers workers) {
        IncrementalAsofJoin.Match match = node.match();
        Optional<ColumnWatermark> ofLeft = match.bounds().map(IncrementalAsofJoin.Bounds::left);
        Optional<ColumnWatermark> ofRight = match.bounds().map(IncrementalAsofJoin.Bounds::right);
        AsofSpec spec = new AsofSpec(
                match.outer(),
                side(
                        node.left(),
                        match.keys().stream().map(IncrementalJoin.Key::left).toList(),
                        match.leftColumn(),
                        ofLeft),
                side(
                        node.right(),
                        match.keys().stream().map(IncrementalJoin.Key::right).toList(),
                        match.rightColumn(),
                        ofRight),
                new AsofSpec.Match(match.side().isLater(), match.side().isStrict()),
                node.traits().emission() == Emission.FINAL,
                TypeMapper.schema(node.rowType()));
        Spread spread = new Spread(spec.left().keys(), spec.right().keys());
        return (handlers, clock) -> {
            UnaryOperator<Batch> left = judge(node.left(), ofLeft, handlers.late());
            UnaryOperator<Batch> right = judge(node.right(), ofRight, handlers.late());
            return new PartitionedOperator(
                    workers,
                    spread,
                    (input, batch) -> (input == 0 ? left : right).apply(batch),
                    inner -> new AsofJoinOperator(spec));
        };
    }

    private static AsofSpec.Side side(
            IncrementalNode input, List<Integer> keys, int column, Optional<ColumnWatermark> watermark) {
        return new AsofSpec.Side(
                TypeMapper.schema(input.rowType()),
                keys,
                column,
                input.traits().changelog() == Changelog.RETRACT,
                watermark.map(bound -> bound.transform()::apply));
    }

    static Stage.Maker lookup(IncrementalLookupJoin node, String id, TableLookups lookups) {
        List<Integer> tableKeys =
                node.keys().stream().map(IncrementalJoin.Key::right).toList();
        TableLookups.Table table = lookups.of(node.table(), tableKeys);
        LookupJoinSpec spec = new LookupJoinSpec(
                id,
                node.outer(),
                node.keys().stream().map(IncrementalJoin.Key::left).toList(),
                RelationSchemas.stored(node.table()),
                tableKeys,
                table.cacheRows(),
                TimeUnit.NANOSECONDS.toMicros(table.cacheTime().toNanos()));
        return (handlers, clock) ->
                new LookupJoinOperator(spec, table.opener().get(), handlers.answers(), clock::nowMicros);
    }
}
