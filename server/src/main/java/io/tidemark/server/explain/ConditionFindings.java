package io.tidemark.server.explain;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.explain.Explainer;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.runtime.measure.NodeMeasure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Conditions that leave out every row that has come to them. */
final class ConditionFindings {

    private final PlannedQuery plan;
    private final Map<String, NodeMeasure> measures = new HashMap<>();
    private final List<String> findings = new ArrayList<>();

    ConditionFindings(PlannedQuery plan, List<NodeMeasure> measures) {
        this.plan = plan;
        measures.forEach(measure -> this.measures.put(measure.path(), measure));
    }

    List<String> findings() {
        visit(plan.root(), "0");
        return findings;
    }

    private void visit(IncrementalNode node, String path) {
        for (int i = 0; i < node.inputs().size(); i++) {
            visit(node.inputs().get(i), path + "." + i);
        }
        NodeMeasure measure = measures.get(path);
        if (measure != null
                && measure.rowsIn() > 0
                && measure.rowsOut() == 0
                && node instanceof IncrementalCalc calc
                && calc.condition().isPresent()) {
            findings.add("the condition " + Explainer.condition(calc) + " leaves out "
                    + (measure.rowsIn() == 1
                            ? "the one row"
                            : "all " + String.format(Locale.ROOT, "%,d", measure.rowsIn()) + " rows")
                    + " that came to it");
        }
    }
}
