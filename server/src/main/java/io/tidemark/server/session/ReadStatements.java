package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementReader;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.serving.PlanCache;
import io.tidemark.server.serving.PushRows;
import io.tidemark.server.serving.ReadRequest;
import io.tidemark.server.serving.SnapshotRead;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

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

    /** Carries out a text whose plan is there, or that of one that differs only in the keys looked up; nothing if there is none. */
    Optional<StatementExecutor.Outcome> selectKnown(SessionContext context, Session.Request request) {
        return services.plans()
                .findAlike(request.sql(), context, services.catalog().version())
                .flatMap(known -> known.values().isEmpty()
                        ? Optional.of(snapshot(context, known.plan(), request))
                        : withKeys(context, known.plan(), known.values().get(), request));
    }

    private Optional<StatementExecutor.Outcome> withKeys(
            SessionContext context, PlanCache.SnapshotPlan plan, List<Object> keys, Session.Request request) {
        if (!request.parameters().isEmpty()) {
            return Optional.empty();
        }
        Optional<PlannedQuery> bound;
        try {
            bound = plan.query().bindKeys(keys);
        } catch (CodedException notAKey) {
            // A literal that is no value of the key's type: planning the text itself says so in its own words.
            return Optional.empty();
        }
        return bound.map(query -> run(keysBound(context, plan, query, request).within(request.transaction()), plan));
    }

    /** Plans a SELECT that ends, and keeps the plan. */
    PlanCache.SnapshotPlan plan(SessionContext context, String sql, Statement.Select select) {
        PlanCache.SnapshotPlan plan = plan(context, select);
        services.plans().put(sql, context, plan);
        if (plan.query().parameterTypes().isEmpty()) {
            services.plans()
                    .putAlike(sql, context, plan.catalogVersion(), template -> plan(context, read(context, template)));
        }
        return plan;
    }

    private static Statement.Select read(SessionContext context, String sql) {
        if (new StatementReader(context.backTicks(), context.schema()).read(sql) instanceof Statement.Select select) {
            return select;
        }
        throw CodedException.internal("a SELECT with parameters is none: " + sql);
    }

    private PlanCache.SnapshotPlan plan(SessionContext context, Statement.Select select) {
        long version = services.catalog().version();
        PlannedQuery query = services.planner(context).planSnapshot(select.source());
        Optional<TranslatedPlan> translated =
                query.bindsKeysOnly() ? Optional.of(services.reader().translate(query, context)) : Optional.empty();
        return new PlanCache.SnapshotPlan(query, translated, version);
    }

    StatementExecutor.Outcome select(SessionContext context, Statement.Select select, Session.Request request) {
        if (!select.endless()) {
            return snapshot(context, plan(context, request.sql(), select), request);
        }
        PlannedQuery plan = services.planner(context).planContinuous(select.source());
        request.unboundedState().check(plan);
        request.outside("SELECT STREAM", false);
        PlannedQuery bound = plan.bind(request.parameters());
        ReadRequest read = new ReadRequest(bound, context, request.control().timeout(), request.control()::onCancel);
        PushRows rows = services.reader().push(read);
        request.control().onCancel(rows::cancel);
        return StatementExecutor.Outcome.of(
                new StatementResult.Rows(RelationSchemas.output(bound), rows), Notices.of(plan.warnings()));
    }

    /** Runs a SELECT that ends. */
    StatementExecutor.Outcome snapshot(SessionContext context, PlanCache.SnapshotPlan plan, Session.Request request) {
        return run(bound(context, plan, request).within(request.transaction()), plan);
    }

    private StatementExecutor.Outcome run(ReadRequest read, PlanCache.SnapshotPlan plan) {
        List<Notice> known = Notices.of(plan.query().warnings());
        SnapshotRead result = services.reader().read(read);
        CompletableFuture<List<Notice>> all = result.omitted().thenApply(omitted -> and(known, omitted));
        return new StatementExecutor.Outcome(
                new StatementResult.Rows(RelationSchemas.output(read.plan()), result.rows()), all.getNow(known), all);
    }

    private static List<Notice> and(List<Notice> known, SnapshotRead.Omitted omitted) {
        List<Notice> notices = new ArrayList<>(known);
        if (omitted.lateRows() > 0) {
            notices.add(new Notice(ErrorCode.LATE_ROWS, left(omitted.lateRows(), "late")));
        }
        if (omitted.badRows() > 0) {
            notices.add(new Notice(
                    ErrorCode.BAD_ROWS,
                    left(omitted.badRows(), "bad") + "; the first: "
                            + omitted.firstBadRow().map(CodedException::render).orElse("")));
        }
        return notices;
    }

    private static ReadRequest keysBound(
            SessionContext context, PlanCache.SnapshotPlan plan, PlannedQuery bound, Session.Request request) {
        StatementControl control = request.control();
        return new ReadRequest(
                bound, plan.translated(), Optional.empty(), context, control.timeout(), control::onCancel);
    }

    private static ReadRequest bound(SessionContext context, PlanCache.SnapshotPlan plan, Session.Request request) {
        StatementControl control = request.control();
        Optional<PlannedQuery> keysBound =
                plan.translated().isPresent() ? plan.query().bindKeys(request.parameters()) : Optional.empty();
        return keysBound
                .map(query -> keysBound(context, plan, query, request))
                .orElseGet(() -> new ReadRequest(
                        plan.query().bind(request.parameters()), context, control.timeout(), control::onCancel));
    }

    private static String left(long rows, String why) {
        return rows == 1
                ? "1 row was " + why + " and is not in the result"
                : rows + " rows were " + why + " and are not in the result";
    }
}
