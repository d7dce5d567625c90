package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.Statement.ExplainLevel;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.runtime.translate.ExplainCode;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.explain.AnalyzeReport;
import io.tidemark.server.explain.WhyText;
import io.tidemark.server.query.RunningQuery;
import io.tidemark.server.serving.ReadRequest;
import io.tidemark.server.serving.SnapshotResult;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.util.Map;

/** EXPLAIN: the plan of a statement, a line a row. */
final class ExplainStatements {

    private final ServerServices services;

    ExplainStatements(ServerServices services) {
        this.services = services;
    }

    StatementResult explain(SessionContext context, Statement.Explain explain, Session.Request request) {
        String sql = request.sql();
        TextRows rows = new TextRows(explain.level() == ExplainLevel.WHY ? "finding" : "plan");
        if (explain.level() == ExplainLevel.WHY) {
            RunningQuery query = explain.query()
                    .map(services.queries()::get)
                    .orElseThrow(
                            () -> CodedException.of(
                                            ErrorCode.WRONG_OBJECT_KIND, "EXPLAIN WHY takes the name of a query")
                                    .hint(
                                            "start the query, then EXPLAIN WHY its name; EXPLAIN shows what a statement would do"));
            WhyText.of(query, services.catalog(), Clock.systemUTC()).forEach(rows::add);
            return rows.result();
        }
        if (explain.level() == ExplainLevel.ANALYZE) {
            String report = explain.query()
                    .map(name -> AnalyzeReport.of(services.queries().get(name)))
                    .orElseGet(() -> analyze(context, explain, request));
            report.lines().forEach(rows::add);
            return rows.result();
        }
        PlannedQuery plan = explain.query()
                .map(name -> services.queries().get(name).plan())
                .orElseGet(() -> plan(context, explain, sql));
        String text = explain.level() == ExplainLevel.CODE
                ? ExplainCode.explain(
                        services.translator().translatePlan(plan.root(), TranslationSettings.of(context.zone())))
                : StatementPlanner.explain(plan, explain.level());
        text.lines().forEach(rows::add);
        return rows.result();
    }

    /** Runs a SELECT, and tells what it has cost. */
    private String analyze(SessionContext context, Statement.Explain explain, Session.Request request) {
        if (!(explain.statement().orElseThrow() instanceof Statement.Select select) || select.endless()) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND,
                            "EXPLAIN ANALYZE takes a SELECT that ends, which it runs, or the name of a query that runs")
                    .hint("start the query, then EXPLAIN ANALYZE its name");
        }
        PlannedQuery plan = services.planner(context).planSnapshot(select.source());
        PlannedQuery bound = plan.bind(request.parameters());
        long began = System.nanoTime();
        SnapshotResult result = services.reader()
                .snapshot(new ReadRequest(bound, context, request.control().timeout(), request.control()::onCancel));
        long nanos = System.nanoTime() - began;
        long rows = result.batches().stream()
                .mapToLong(batch -> batch.selectedCount())
                .sum();
        return AnalyzeReport.of(bound, result.measures(), result.sources(), rows, nanos);
    }

    private PlannedQuery plan(SessionContext context, Statement.Explain explain, String sql) {
        StatementPlanner planner = services.planner(context);
        Statement statement = explain.statement().orElseThrow();
        if (statement instanceof Statement.Select select) {
            return select.endless() ? planner.planContinuous(select.source()) : planner.planSnapshot(select.source());
        }
        if (statement instanceof Statement.Insert insert) {
            return planner.isContinuous(insert.source())
                    ? planner.forQuery(insert.query()
                                    .map(Statement.QueryHead::options)
                                    .orElse(Map.of()))
                            .planContinuous(insert.source())
                    : planner.planModification(insert.source()).rows();
        }
        if (statement instanceof Statement.CreateMaterializedView create) {
            return planner.planContinuous(create.source());
        }
        if (statement instanceof Statement.Modify modify) {
            return planner.planModification(modify.source()).rows();
        }
        if (statement instanceof Statement.Unsupported unsupported) {
            throw CodedException.unsupported(unsupported.construct()).at(unsupported.position(), sql);
        }
        throw CodedException.of(ErrorCode.WRONG_OBJECT_KIND, "EXPLAIN takes a query")
                .hint("explain a SELECT, INSERT, UPDATE, DELETE or CREATE MATERIALIZED VIEW");
    }
}
