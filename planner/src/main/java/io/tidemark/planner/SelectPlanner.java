package io.tidemark.planner;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.rule.LogicalPhases;
import io.tidemark.planner.syntax.QueryShape;
import io.tidemark.planner.syntax.SyntaxTrees;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.planner.validate.StatementSession;
import io.tidemark.sql.ast.SqlEmit;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.Optional;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Plans SELECT, which ends, and SELECT STREAM, which does not. */
final class SelectPlanner {
    private final Catalog catalog;
    private final PlannerSettings settings;
    private final String sql;

    SelectPlanner(Catalog catalog, PlannerSettings settings, String sql) {
        this.catalog = catalog;
        this.settings = settings;
        this.sql = sql;
    }

    /** A session for one statement. */
    static StatementSession session(Catalog catalog, PlannerSettings settings, String sql) {
        return new StatementSession(catalog, settings.validation(), sql);
    }

    PlannedQuery snapshot(SqlNode query) {
        SqlNode copy = SyntaxTrees.copy(query);
        QueryShape.removeStream(copy, sql);
        return plan(PlannedQuery.Kind.SNAPSHOT, copy, Optional.empty());
    }

    PlannedQuery push(SqlNode query, Optional<SqlEmit> emit) {
        SqlNode copy = SyntaxTrees.copy(query);
        QueryShape.removeStream(copy, sql);
        QueryShape.checkContinuous(copy, sql);
        return plan(PlannedQuery.Kind.PUSH, copy, emit);
    }

    private PlannedQuery plan(PlannedQuery.Kind kind, SqlNode copy, Optional<SqlEmit> emit) {
        if (!copy.isA(SqlKind.QUERY)) {
            throw CodedException.validation("the statement is not a query").at(SourcePosition.at(1, 1));
        }
        LogicalPlan logical = session(catalog, settings, sql).convert(copy);
        return QueryAssembly.assemble(new PlanRequest(
                kind, Optional.empty(), Optional.empty(), emit, LogicalPhases.run(logical), settings.sessionZone()));
    }
}
