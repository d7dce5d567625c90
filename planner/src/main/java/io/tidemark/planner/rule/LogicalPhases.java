package io.tidemark.planner.rule;

import io.tidemark.planner.rule.filter.FilterPushdown;
import io.tidemark.planner.rule.order.JoinOrder;
import io.tidemark.planner.rule.subquery.SubqueryUnnesting;
import io.tidemark.planner.validate.Clusters;
import io.tidemark.planner.validate.LogicalPlan;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rex.RexBuilder;

/**
 * The phases of the logical plan, in their order.
 *
 * <p>Views are expanded, and group windows rewritten, before the first one. None of them moves an expression that can fail past the filter or
 * aggregate that protected it, and none computes a constant, which is the engine's business.
 */
public final class LogicalPhases {
    /** What happens to a plan, first to last. */
    private static final List<Phase> PHASES = List.of(
            // 1. Elements of arrays: a table function over the rows that hold them.
            new Phase("unnest", UnnestRewrite::rewrite),
            // 2. Subqueries and LATERAL become joins.
            new Phase("subqueries", plan -> SubqueryUnnesting.unnest(plan, UnnestRewrite::rewrite)),
            // 3. Simplify each condition and expression by itself: boolean algebra, casts that change nothing.
            new Phase("simplify", Simplification::simplify),
            // 4. Drop filters that are always true, and projections that change nothing or can be one.
            new Phase("merge", plan -> hep(plan, CoreRules.PROJECT_MERGE, CoreRules.PROJECT_REMOVE)),
            // 5. Move conditions that cannot fail to where they leave the fewest rows: into joins, below aggregates.
            new Phase("push", FilterPushdown::push),
            // 6. Order inner joins so that little is kept between them.
            new Phase("order", JoinOrder::order),
            // 7. Move the conditions into the joins again.
            new Phase("push again", FilterPushdown::push),
            // 8. Group by the times that a key tells where a join bounds them, so that such groups are closed.
            new Phase("group by times", GroupedTimes::added),
            // 9. Leave out columns that nothing uses, so that scans read only what is needed.
            new Phase("trim", ColumnTrimmer::trimmed),
            // 10. Trimming leaves projections on projections.
            new Phase("merge again", plan -> hep(plan, CoreRules.PROJECT_MERGE, CoreRules.PROJECT_REMOVE)));

    private LogicalPhases() {}

    private interface Step {
        RelNode apply(RelNode plan);
    }

    private record Phase(String name, Step step) {}

    /** Runs all phases. */
    public static LogicalPlan run(LogicalPlan plan) {
        Clusters.useMetadataOnThisThread();
        RelNode rel = plan.rel();
        for (Phase phase : PHASES) {
            rel = phase.step.apply(rel);
        }
        return plan.withRel(named(rel, plan.rel().getRowType().getFieldNames()));
    }

    /** The rows under the names that the statement gives them: a projection that only renames is removed as one that changes nothing. */
    private static RelNode named(RelNode rel, List<String> names) {
        if (rel.getRowType().getFieldNames().equals(names)) {
            return rel;
        }
        RexBuilder builder = rel.getCluster().getRexBuilder();
        return LogicalProject.create(rel, List.of(), builder.identityProjects(rel.getRowType()), names, Set.of());
    }

    /** The names of the phases, in order. */
    static List<String> names() {
        return PHASES.stream().map(Phase::name).toList();
    }

    private static RelNode hep(RelNode plan, RelOptRule... rules) {
        HepProgramBuilder program = HepProgram.builder();
        for (RelOptRule rule : rules) {
            program.addRuleInstance(rule);
        }
        HepPlanner planner =
                new HepPlanner(program.build(), null, true, null, org.apache.calcite.plan.RelOptCostImpl.FACTORY);
        planner.setExecutor(Clusters.noFolding());
        planner.setRoot(plan);
        return planner.findBestExp();
    }

    static org.apache.calcite.tools.RelBuilder builder(RelNode plan) {
        return RelFactories.LOGICAL_BUILDER.create(plan.getCluster(), null);
    }
}
