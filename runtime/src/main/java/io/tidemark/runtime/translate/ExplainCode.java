package io.tidemark.runtime.translate;

import java.util.List;

/** The text of EXPLAIN CODE: the Java source generated for each node that has some, from the root down. */
public final class ExplainCode {

    private ExplainCode() {}

    /** The source of all nodes, each under a heading with its id; calls evaluated row by row are marked {@code slow}. */
    public static String explain(TranslatedPlan plan) {
        StringBuilder text = new StringBuilder();
        List<Stage> stages = plan.stages();
        for (int i = stages.size() - 1; i >= 0; i--) {
            Stage stage = stages.get(i);
            String heading = "-- " + stage.id();
            String source = stage.source().orElse("");
            text.append(heading)
                    .append(source.contains("// slow:") ? "  slow" : "")
                    .append('\n');
            text.append(source.isEmpty() ? "   no generated code\n" : source).append('\n');
        }
        return text.toString();
    }
}
