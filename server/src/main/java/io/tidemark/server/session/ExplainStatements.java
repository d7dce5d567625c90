package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.Statement.ExplainLevel;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.runtime.translate.ExplainCode;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.Map;

/** EXPLAIN: the plan of a statement, a line a row. */
final class ExplainStatements {

    private final ServerServices services;

    ExplainStatements(ServerServices services) {
        this.services = services;
    }

    StatementResult explain(SessionContext context, Statement.Explain explain, String sql) {
        if (explain.level() == ExplainLevel.ANALYZE || explain.level() == ExplainLevel.WHY) {
            throw CodedException.unsupported("EXPLAIN " + explain.level())
                    .hint("sys.epochs, sys.sources and sys.watermarks show how a query runs");
        }
        PlannedQuery plan = explain.query()
                .map(name -> services.queries().get(name).plan())
                .orElseGet(() -> plan(context, explain, sql));
        String text = explain.level() == ExplainLevel.CODE
                ? ExplainCode.explain(
                        services.translator().translatePlan(plan.root(), TranslationSettings.of(context.zone())))
                : StatementPlanner.explain(plan, explain.level());
        TextRows rows = new TextRows("plan");
        text.lines().forEach(rows::add);
        return rows.result();
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
