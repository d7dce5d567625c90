package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.statement.Statement;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.serving.PlanCache;
import io.tidemark.server.serving.PushRows;
import io.tidemark.server.serving.ReadRequest;
import io.tidemark.server.serving.SnapshotResult;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** SELECT, which ends, and SELECT STREAM, which doesn't. */
final class ReadStatements {

    private final ServerServices services;

    ReadStatements(ServerServices services) {
        this.services = services;
    }

    /** The plan of a text that has been asked before, if it still holds. */
    Optional<PlanCache.SnapshotPlan> known(SessionContext context, String sql) {
        return services.plans().find(sql, context, services.catalog().version());
    }

    /** Plans a SELECT that ends, and keeps the plan. */
    PlanCache.SnapshotPlan plan(SessionContext context, String sql, Statement.Select select) {
        long version = services.catalog().version();
        PlannedQuery query = services.planner(context).planSnapshot(select.source());
        Optional<TranslatedPlan> translated =
                query.bindsKeysOnly() ? Optional.of(services.reader().translate(query, context)) : Optional.empty();
        PlanCache.SnapshotPlan plan = new PlanCache.SnapshotPlan(query, translated, version);
        services.plans().put(sql, context, plan);
        return plan;
    }

    StatementExecutor.Outcome select(SessionContext context, Statement.Select select, Session.Request request) {
        if (!select.endless()) {
            return snapshot(context, plan(context, request.sql(), select), request);
        }
        PlannedQuery plan = services.planner(context).planContinuous(select.source());
        request.unboundedState().check(plan);
        request.outside("SELECT STREAM");
        PlannedQuery bound = plan.bind(request.parameters());
        ReadRequest read = new ReadRequest(bound, context, request.control().timeout(), request.control()::onCancel);
        PushRows rows = services.reader().push(read);
        request.control().onCancel(rows::cancel);
        return new StatementExecutor.Outcome(
                new StatementResult.Rows(RelationSchemas.output(bound), new EndlessRows(rows)),
                Notices.of(plan.warnings()));
    }

    /** Runs a SELECT that ends. */
    StatementExecutor.Outcome snapshot(SessionContext context, PlanCache.SnapshotPlan plan, Session.Request request) {
        ReadRequest read = bound(context, plan, request).within(request.transaction());
        SnapshotResult result = services.reader().snapshot(read);
        List<Notice> notices = new ArrayList<>(Notices.of(plan.query().warnings()));
        if (result.lateRows() > 0) {
            notices.add(new Notice(ErrorCode.LATE_ROWS, left(result.lateRows(), "late")));
        }
        if (result.badRows() > 0) {
            notices.add(new Notice(
                    ErrorCode.BAD_ROWS,
                    left(result.badRows(), "bad") + "; the first: "
                            + result.firstBadRow().map(CodedException::render).orElse("")));
        }
        return new StatementExecutor.Outcome(
                new StatementResult.Rows(RelationSchemas.output(read.plan()), ResultRows.of(result.batches())),
                notices);
    }

    private static ReadRequest bound(SessionContext context, PlanCache.SnapshotPlan plan, Session.Request request) {
        StatementControl control = request.control();
        Optional<PlannedQuery> keysBound =
                plan.translated().isPresent() ? plan.query().bindKeys(request.parameters()) : Optional.empty();
        return keysBound
                .map(query -> new ReadRequest(
                        query, plan.translated(), Optional.empty(), context, control.timeout(), control::onCancel))
                .orElseGet(() -> new ReadRequest(
                        plan.query().bind(request.parameters()), context, control.timeout(), control::onCancel));
    }

    private static String left(long rows, String why) {
        return rows == 1
                ? "1 row was " + why + " and is not in the result"
                : rows + " rows were " + why + " and are not in the result";
    }
}
