package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalLookupJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalUnion;
import io.tidemark.planner.incremental.IncrementalValues;
import io.tidemark.planner.incremental.IncrementalWatermark;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CalcOperator;
import io.tidemark.runtime.calc.CompiledCalc;
import io.tidemark.runtime.calc.EventTimeColumn;
import io.tidemark.runtime.calc.InheritedWatermarkOperator;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.calc.WatermarkOperator;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.runtime.operator.UnionOperator;
import io.tidemark.runtime.operator.ValuesOperator;
import io.tidemark.runtime.parallel.BatchwiseOperator;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.code.ClassCache;
import io.tidemark.runtime.translate.expression.ExpressionCompiler;
import io.tidemark.runtime.translate.type.Literals;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexUtil;

/** Collects the scans and stages of one plan, inputs first. */
final class StageBuilder {

    private final ExpressionCompiler compiler;
    private final Workers workers;
    private final boolean linear;
    private final TableLookups lookups;
    private final List<ScanPort> scans = new ArrayList<>();
    private final List<String> scanPaths = new ArrayList<>();
    private final List<Stage> stages = new ArrayList<>();
    private final Map<Integer, Integer> watermarkScans = new LinkedHashMap<>();
    private int presentScans;

    /**
     * A builder without stages yet.
     *
     * @param linear whether no stage has more than one input, so that no rows come together whose order would depend on threads
     * @param lookups makes tables of the outside world ready
     */
    StageBuilder(
            ClassCache classes, TranslationSettings settings, Workers workers, boolean linear, TableLookups lookups) {
        this.workers = workers;
        this.linear = linear;
        this.lookups = lookups;
        this.compiler = new ExpressionCompiler(classes, settings.zone(), settings.types());
    }

    /** Where a node stands: its path from the root, and what its inputs have become. */
    record Place(String path, List<Stage.Input> inputs) {}

    TranslatedPlan build(Stage.Input root, Schema outputSchema) {
        return new TranslatedPlan(
                new TranslatedPlan.Scans(scans, scanPaths, presentScans), stages, root, watermarkScans, outputSchema);
    }

    /** The scans so far are of the tables that rows meet as they are. */
    void endPresentScans() {
        presentScans = scans.size();
    }

    Stage.Input scan(IncrementalScan node, Place place) {
        ScanPort port = new ScanPort(
                scans.size(),
                node.relation().name().schema(),
                node.relation().name().name(),
                node.columns(),
                TypeMapper.schema(node.rowType()));
        scans.add(port);
        scanPaths.add(place.path());
        Stage.Input scanned = new Stage.Input(true, port.index());
        return node.traits().watermarks().isEmpty() ? scanned : inheritedWatermark(node, place.path(), scanned);
    }

    Stage.Input calc(IncrementalCalc node, Place place) {
        CompiledCalc calc = compiler.compile(
                TypeMapper.schema(node.input().rowType()),
                node.condition(),
                node.projections(),
                TypeMapper.schema(node.rowType()));
        return add(node, place, Optional.of(calc), isBatchwise(node, calc) ? batchwise(node, calc) : alone(node, calc));
    }

    private static Stage.Maker alone(IncrementalCalc node, CompiledCalc calc) {
        return (handlers, clock) ->
                new CalcOperator(calc.programs().create(clock), new RowSelection(handlers.errors(), node.position()));
    }

    private Stage.Maker batchwise(IncrementalCalc node, CompiledCalc calc) {
        Stage.Maker alone = alone(node, calc);
        return (handlers, clock) -> new BatchwiseOperator(workers, handlers, inner -> alone.make(inner, clock));
    }

    /** Whether several threads may work on batches at a time: what comes out must not depend on which of them does. */
    private boolean isBatchwise(IncrementalCalc node, CompiledCalc calc) {
        return linear
                && workers.count() > 1
                && !calc.slow()
                && node.condition().stream().allMatch(RexUtil::isDeterministic)
                && node.projections().stream().allMatch(RexUtil::isDeterministic);
    }

    Stage.Input watermark(IncrementalWatermark node, Place place) {
        Schema input = TypeMapper.schema(node.input().rowType());
        Field output =
                new Field("watermark", TypeMapper.dataType(node.expression().getType()));
        CompiledCalc expression =
                compiler.compile(input, Optional.empty(), List.of(node.expression()), Schema.of(output));
        Stage.Input stage = add(
                node,
                place,
                Optional.of(expression),
                (handlers, clock) -> new WatermarkOperator(
                        new EventTimeColumn(
                                node.timeColumn(),
                                input.field(node.timeColumn()).name(),
                                node.maxFutureSkew(),
                                clock),
                        expression.programs().create(clock),
                        new RowSelection(handlers.errors(), node.position()),
                        new PartitionWatermarks()));
        watermarkScans.put(stage.index(), scanBelow(place.inputs().get(0)));
        return stage;
    }

    private Stage.Input inheritedWatermark(IncrementalScan node, String path, Stage.Input scanned) {
        Stage.Input stage = add(
                node,
                new Place(path, List.of(scanned)),
                Optional.empty(),
                (handlers, clock) -> new InheritedWatermarkOperator());
        watermarkScans.put(stage.index(), scanned.index());
        return stage;
    }

    private int scanBelow(Stage.Input start) {
        Stage.Input at = start;
        while (!at.isScan()) {
            List<Stage.Input> inputs = stages.get(at.index()).inputs();
            if (inputs.size() != 1) {
                throw CodedException.internal("a watermark stands on something else than one scan");
            }
            at = inputs.get(0);
        }
        return at.index();
    }

    Stage.Input values(IncrementalValues node, Place place) {
        BatchBuilder builder =
                new BatchBuilder(TypeMapper.schema(node.rowType()), node.rows().size());
        List<Batch> batches = new ArrayList<>();
        for (List<RexLiteral> row : node.rows()) {
            for (int i = 0; i < row.size(); i++) {
                Literals.write(row.get(i), builder.column(i));
            }
            builder.endRow();
            if (builder.isFull()) {
                batches.add(builder.build());
            }
        }
        if (builder.rowCount() > 0) {
            batches.add(builder.build());
        }
        return add(node, place, Optional.empty(), (handlers, clock) -> new ValuesOperator(batches));
    }

    Stage.Input union(IncrementalUnion node, Place place) {
        return add(node, place, Optional.empty(), (handlers, clock) -> new UnionOperator());
    }

    Stage.Input join(IncrementalJoin node, Place place) {
        if (node.kind().isTemporal()) {
            return add(node, place, Optional.empty(), JoinStages.temporal(node));
        }
        Optional<CompiledCalc> residual =
                node.residual().map(condition -> JoinStages.residual(compiler, node, condition));
        return add(node, place, residual, JoinStages.maker(node, residual, workers));
    }

    Stage.Input lookup(IncrementalLookupJoin node, Place place) {
        String id = NodeDigest.id(node, place.path());
        return add(node, place, Optional.empty(), JoinStages.lookup(node, id, lookups));
    }

    Workers workers() {
        return workers;
    }

    ExpressionCompiler compiler() {
        return compiler;
    }

    Stage.Input stateful(IncrementalNode node, Place place, Stage.Maker maker) {
        return add(node, place, Optional.empty(), maker);
    }

    private Stage.Input add(IncrementalNode node, Place place, Optional<CompiledCalc> code, Stage.Maker maker) {
        String id = NodeDigest.id(node, place.path());
        stages.add(new Stage(id, place.path(), place.inputs(), maker, node, code.map(CompiledCalc::source)));
        return new Stage.Input(false, stages.size() - 1);
    }
}
