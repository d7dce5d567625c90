package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CompiledCalc;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.join.JoinOperator;
import io.tidemark.runtime.join.JoinSpec;
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.expression.ExpressionCompiler;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;

/** Joins: their specification in the engine's own types, and the code of the condition beside the keys. */
final class JoinStages {

    private JoinStages() {}

    static JoinSpec spec(IncrementalJoin node) {
        return new JoinSpec(
                JoinSpec.Kind.valueOf(node.kind().name()),
                side(
                        node.left(),
                        node.keys().stream().map(IncrementalJoin.Key::left).toList()),
                side(
                        node.right(),
                        node.keys().stream().map(IncrementalJoin.Key::right).toList()),
                node.keys().stream().map(IncrementalJoin.Key::nullsMatch).toList(),
                node.residual().map(RexNode::toString).orElse(""),
                TypeMapper.schema(node.rowType()));
    }

    private static JoinSpec.Side side(IncrementalNode input, List<Integer> keys) {
        return new JoinSpec.Side(
                TypeMapper.schema(input.rowType()), keys, input.traits().changelog() == Changelog.RETRACT);
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

    static Stage.Maker maker(JoinSpec spec, SourcePosition position, Optional<CompiledCalc> residual, Workers workers) {
        Spread spread = new Spread(spec.left().keys(), spec.right().keys());
        return (handlers, clock) -> new PartitionedOperator(
                workers,
                spread,
                JoinStages::untagged,
                inner -> new JoinOperator(
                        spec,
                        residual.map(code -> code.programs().create(clock)).orElse(null),
                        new RowSelection(inner.errors(), position)));
    }

    /** Nothing is late for a join that keeps all rows. */
    private static Batch untagged(int input, Batch batch) {
        return batch.withTags(RowTags.NONE);
    }
}
