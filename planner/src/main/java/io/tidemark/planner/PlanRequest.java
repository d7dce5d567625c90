package io.tidemark.planner;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.ast.SqlEmit;
import java.time.ZoneId;
import java.util.Optional;

/**
 * What the incremental stage decides from.
 *
 * @param kind what the query is for
 * @param target where its rows go
 * @param sink what the target accepts; there if and only if the target is
 * @param emit the EMIT clause
 * @param logical the logical plan, after all logical phases
 * @param zone the session's time zone
 */
public record PlanRequest(
        PlannedQuery.Kind kind,
        Optional<RelationDefinition> target,
        Optional<SinkTraits> sink,
        Optional<SqlEmit> emit,
        LogicalPlan logical,
        ZoneId zone) {

    /** Returns the same request for another definition of its target. */
    PlanRequest withTarget(RelationDefinition other) {
        return new PlanRequest(kind, Optional.of(other), sink, emit, logical, zone);
    }

    /** Returns the same request with another logical plan. */
    public PlanRequest withLogical(LogicalPlan other) {
        return new PlanRequest(kind, target, sink, emit, other, zone);
    }
}
