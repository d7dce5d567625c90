package io.tidemark.runtime.translate;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CalcOperator;
import io.tidemark.runtime.calc.EpochClock;
import io.tidemark.runtime.calc.InheritedWatermarkOperator;
import io.tidemark.runtime.calc.WatermarkOperator;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.runtime.measure.StageClock;
import io.tidemark.runtime.measure.StageMeter;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LimitOperator;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.runtime.parallel.BatchwiseOperator;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The operators of one translated plan, wired push-based: what an operator gives out is processed by its reader at once. At the end of an epoch
 * each operator, inputs first, gets the least watermark of its inputs; what it then gives out reaches its readers before they end theirs.
 */
final class OperatorDataflow implements Dataflow {

    private final TranslatedPlan plan;
    private final EpochClock clock = new EpochClock();
    private final StageClock time = new StageClock();
    private final List<StageMeter> stageMeters = new ArrayList<>();
    private final List<StageMeter> scanMeters = new ArrayList<>();
    private final List<Operator> operators = new ArrayList<>();
    private final List<BatchwiseOperator> batchwise = new ArrayList<>();
    private final Runnable progress;
    private final Output[] stageOutputs;
    private final Output[] scanOutputs;
    private final Map<Integer, PartitionWatermarks> watermarks = new TreeMap<>();
    private final Map<String, OperatorState> states = new LinkedHashMap<>();
    private @Nullable Epoch epoch;

    OperatorDataflow(TranslatedPlan plan, OperatorDecorator decorator, RowHandlers handlers, Output out) {
        this.plan = plan;
        this.progress = handlers.progress();
        this.stageOutputs = new Output[plan.stages().size()];
        this.scanOutputs = new Output[plan.scans().size()];
        plan.stages().forEach(stage -> stageMeters.add(new StageMeter(stage.path())));
        plan.scans().forEach(scan -> scanMeters.add(new StageMeter(plan.scanPath(scan.index()))));
        Map<Stage.Input, List<Output>> readers = new LinkedHashMap<>();
        readers.computeIfAbsent(plan.root(), from -> new ArrayList<>()).add(out);
        for (int i = 0; i < plan.stages().size(); i++) {
            Stage stage = plan.stages().get(i);
            Operator operator =
                    decorator.decorate(stage.node(), () -> stage.maker().make(handlers, clock));
            operators.add(operator);
            if (operator instanceof BatchwiseOperator spread) {
                batchwise.add(spread);
            }
            operator.state().ifPresent(state -> states.put(stage.id(), state));
            if (operator instanceof WatermarkOperator watermark) {
                watermarks.put(plan.watermarkScans().get(i), watermark.watermarks());
            } else if (operator instanceof InheritedWatermarkOperator inherited) {
                watermarks.put(plan.watermarkScans().get(i), inherited.watermarks());
            }
        }
        for (int i = 0; i < plan.stages().size(); i++) {
            List<Stage.Input> inputs = plan.stages().get(i).inputs();
            for (int input = 0; input < inputs.size(); input++) {
                readers.computeIfAbsent(inputs.get(input), from -> new ArrayList<>())
                        .add(feed(i, input));
            }
        }
        readers.forEach((from, outputs) -> connect(from, outputs.size() == 1 ? outputs.get(0) : all(outputs)));
    }

    /** Gives every batch to several readers, one after the other. */
    private static Output all(List<Output> readers) {
        Output[] outputs = readers.toArray(Output[]::new);
        return batch -> {
            for (Output output : outputs) {
                output.emit(batch);
            }
        };
    }

    private Output feed(int stage, int input) {
        Operator operator = operators.get(stage);
        StageMeter meter = stageMeters.get(stage);
        return batch -> {
            meter.in(batch.selectedCount());
            StageMeter before = time.enter(meter);
            operator.process(input, batch, stageOutputs[stage]);
            time.leave(before);
        };
    }

    private void connect(Stage.Input from, Output to) {
        if (from.isScan()) {
            scanOutputs[from.index()] = to;
        } else {
            StageMeter meter = stageMeters.get(from.index());
            stageOutputs[from.index()] = batch -> {
                progress.run();
                meter.out(batch.selectedCount());
                to.emit(batch);
            };
        }
    }

    @Override
    public List<ScanPort> scans() {
        return plan.scans();
    }

    @Override
    public int presentScans() {
        return plan.presentScans();
    }

    @Override
    public Map<Integer, PartitionWatermarks> watermarks() {
        return watermarks;
    }

    @Override
    public Schema outputSchema() {
        return plan.outputSchema();
    }

    @Override
    public void beginEpoch(Epoch begun) {
        epoch = begun;
        clock.beginEpoch(begun);
        time.begin();
    }

    @Override
    public void process(int scan, Batch batch) {
        StageMeter meter = scanMeters.get(scan);
        meter.in(batch.selectedCount());
        meter.out(batch.selectedCount());
        time.charge(meter);
        if (batch.selectedCount() > 0) {
            scanOutputs[scan].emit(batch);
        }
    }

    @Override
    public long endEpoch() {
        Epoch ending = epoch;
        if (ending == null) {
            throw CodedException.internal("an epoch ends that has not begun");
        }
        long[] reached = new long[operators.size()];
        for (int i = 0; i < reached.length; i++) {
            long least = plan.stages().get(i).timedInputs().stream()
                    .mapToLong(input -> watermark(input, reached))
                    .min()
                    .orElse(Long.MAX_VALUE);
            reached[i] = end(i, ending, least);
        }
        epoch = null;
        return watermark(plan.root(), reached);
    }

    private long end(int stage, Epoch ending, long watermark) {
        StageMeter meter = stageMeters.get(stage);
        operators.get(stage).state().ifPresent(state -> meter.held(state.rows(), state.sizeBytes()));
        StageMeter before = time.enter(meter);
        long reached = operators.get(stage).endEpoch(ending, watermark, stageOutputs[stage]);
        time.leave(before);
        meter.reached(reached);
        return reached;
    }

    private static long watermark(Stage.Input input, long[] reached) {
        return input.isScan() ? Long.MIN_VALUE : reached[input.index()];
    }

    @Override
    public boolean isUnderWay(Batch batch) {
        return batchwise.stream().anyMatch(operator -> operator.isNext(batch.tags().origin));
    }

    @Override
    public boolean isComplete() {
        Stage.Input at = plan.root();
        while (!at.isScan()) {
            Operator operator = operators.get(at.index());
            if (operator instanceof LimitOperator limit) {
                return limit.isComplete();
            }
            if (!(operator instanceof CalcOperator) && !(operator instanceof BatchwiseOperator)) {
                return false;
            }
            at = plan.stages().get(at.index()).inputs().get(0);
        }
        return false;
    }

    @Override
    public List<NodeMeasure> measures() {
        List<NodeMeasure> measures = new ArrayList<>();
        scanMeters.forEach(meter -> measures.add(meter.measure()));
        for (int i = 0; i < operators.size(); i++) {
            StageMeter meter = stageMeters.get(i);
            Operator operator = operators.get(i);
            Optional<OperatorState> state = operator instanceof WatermarkOperator ? Optional.empty() : operator.state();
            measures.add(state.map(kept -> measure(meter, kept)).orElseGet(meter::measure));
        }
        return measures;
    }

    private static NodeMeasure measure(StageMeter meter, OperatorState state) {
        return meter.measure(
                state.rows(), state.sizeBytes(), state instanceof KeyedProgress keyed ? keyed : KeyedProgress.UNKNOWN);
    }

    @Override
    public Map<String, OperatorState> states() {
        return states;
    }
}
