package io.tidemark.runtime.translate;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.ScanPort;
import java.util.List;
import java.util.Map;

/** A plan whose code is compiled: makes dataflows, each with fresh state. Immutable; safe for use by several threads. */
public final class TranslatedPlan {

    private final Scans scans;
    private final List<Stage> stages;
    private final Stage.Input root;
    private final Map<Integer, Integer> watermarkScans;
    private final Schema outputSchema;

    /**
     * The relations read, by scan index, and where each scan stands in the plan.
     *
     * @param paths the path of each scan's node
     * @param present how many of the first are tables that rows meet as they are
     */
    record Scans(List<ScanPort> ports, List<String> paths, int present) {
        Scans {
            ports = List.copyOf(ports);
            paths = List.copyOf(paths);
        }
    }

    /**
     * Puts a plan together.
     *
     * @param stages inputs before those that read them
     * @param watermarkScans for each stage that keeps a source's watermarks, the scan below it
     */
    TranslatedPlan(
            Scans scans,
            List<Stage> stages,
            Stage.Input root,
            Map<Integer, Integer> watermarkScans,
            Schema outputSchema) {
        this.scans = scans;
        this.stages = List.copyOf(stages);
        this.root = root;
        this.watermarkScans = Map.copyOf(watermarkScans);
        this.outputSchema = outputSchema;
    }

    /** The relations read, by scan index. */
    public List<ScanPort> scans() {
        return scans.ports();
    }

    /** See {@link Dataflow#presentScans}. */
    int presentScans() {
        return scans.present();
    }

    /** The path of a scan's node in the plan. */
    String scanPath(int scan) {
        return scans.paths().get(scan);
    }

    /** The columns of the result. */
    public Schema outputSchema() {
        return outputSchema;
    }

    /** Makes dataflows of this plan. */
    public Dataflow.Factory factory() {
        return factory(OperatorDecorator.NONE);
    }

    /** Makes dataflows of this plan with a decorator around their operators. */
    public Dataflow.Factory factory(OperatorDecorator decorator) {
        return (handlers, out) -> new OperatorDataflow(this, decorator, handlers, out);
    }

    List<Stage> stages() {
        return stages;
    }

    Stage.Input root() {
        return root;
    }

    Map<Integer, Integer> watermarkScans() {
        return watermarkScans;
    }
}
