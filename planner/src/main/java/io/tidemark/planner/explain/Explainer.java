package io.tidemark.planner.explain;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.text.ExpressionText;
import io.tidemark.sql.ast.command.SqlExplainStatement;
import io.tidemark.sql.error.CodedException;
import org.apache.calcite.plan.RelOptUtil;

/** Writes plans as text. */
public final class Explainer {
    private Explainer() {}

    /**
     * The text of a query's plan, several lines, each ended.
     *
     * <p>DEFAULT: the tree and a summary; PLAN: the tree with all traits of every node, and the summary; LOGICAL: the neutral logical plan;
     * STATE: what is kept and what bounds it.
     *
     * <p><b>Errors</b>: UNSUPPORTED for the levels that only the runtime or a running query has.
     */
    public static String explain(PlannedQuery query, SqlExplainStatement.Level level) {
        boolean snapshot = query.kind() == PlannedQuery.Kind.SNAPSHOT;
        return switch (level) {
            case DEFAULT -> head(query) + PlanTree.of(query.root(), false, snapshot) + "\n" + PlanSummary.of(query);
            case PLAN -> head(query) + PlanTree.of(query.root(), true, snapshot) + "\n" + PlanSummary.of(query);
            case LOGICAL -> RelOptUtil.toString(query.logicalPlan());
            case STATE -> StateText.of(query);
            case CODE, ANALYZE, WHY -> throw CodedException.unsupported("EXPLAIN " + level + " here");
        };
    }

    /** The condition of a node, as people write it. */
    public static String condition(IncrementalCalc calc) {
        return calc.condition()
                .map(condition -> ExpressionText.of(condition, NodeText.columns(calc.input())))
                .orElse("");
    }

    private static String head(PlannedQuery query) {
        return switch (query.kind()) {
            case INSERT -> "Insert into " + target(query) + "\n";
            case VIEW -> "Keep " + target(query) + "\n";
            case PUSH -> "Push to the client\n";
            case SNAPSHOT -> "";
        };
    }

    private static String target(PlannedQuery query) {
        return query.target()
                .map(target -> target.kind().word() + " " + target.name()
                        + target.connector().map(c -> " (" + c + ")").orElse(""))
                .orElse("the client");
    }
}
