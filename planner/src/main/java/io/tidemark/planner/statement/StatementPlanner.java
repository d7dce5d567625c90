package io.tidemark.planner.statement;

import io.tidemark.planner.PlannedModification;
import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.Planner;
import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.explain.Explainer;
import io.tidemark.sql.ast.SqlCreateMaterializedView;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.ast.SqlCreateView;
import io.tidemark.sql.ast.command.SqlExplainStatement;
import io.tidemark.sql.error.CodedException;
import java.util.Map;

/**
 * The planner as the server uses it: parsed statements in, definitions and plans out, without a parse tree in any signature.
 *
 * <p>Immutable and cheap to make; one per statement and session will do.
 */
public final class StatementPlanner {

    private final Catalog catalog;
    private final PlannerSettings settings;
    private final Planner planner;

    /** A planner for one session. */
    public StatementPlanner(Catalog catalog, PlannerSettings settings) {
        this.catalog = catalog;
        this.settings = settings;
        this.planner = new Planner(catalog, settings);
    }

    /** The definition that a CREATE STREAM, TABLE, VIEW or MATERIALIZED VIEW makes. */
    public RelationDefinition define(ParsedStatement statement) {
        if (statement.node() instanceof SqlCreateRelation create) {
            return planner.define(create, statement.sql());
        }
        if (statement.node() instanceof SqlCreateView create) {
            return planner.defineView(create, statement.sql());
        }
        if (statement.node() instanceof SqlCreateMaterializedView create) {
            return planner.defineMaterializedView(create, statement.sql());
        }
        throw CodedException.internal("not a definition: " + statement.sql());
    }

    /** The query of a CREATE VIEW, as one that ends. */
    public PlannedQuery planView(ParsedStatement createView) {
        if (createView.node() instanceof SqlCreateView create) {
            return planner.planSnapshot(create.query(), createView.sql());
        }
        throw CodedException.internal("not a view: " + createView.sql());
    }

    /** This planner for a query with options of its own, as CREATE QUERY gives them. */
    public StatementPlanner forQuery(Map<String, String> options) {
        return new StatementPlanner(catalog, settings.forQuery(options));
    }

    /** Whether an INSERT starts a query rather than running once. */
    public boolean isContinuous(ParsedStatement insert) {
        return planner.isContinuous(insert.node(), insert.sql());
    }

    /** Plans an INSERT that runs on, a CREATE MATERIALIZED VIEW, or a push query. */
    public PlannedQuery planContinuous(ParsedStatement statement) {
        return planner.planContinuous(statement.node(), statement.sql());
    }

    /** Plans a query that ends. */
    public PlannedQuery planSnapshot(ParsedStatement statement) {
        return planner.planSnapshot(statement.node(), statement.sql());
    }

    /** Plans an INSERT that runs once, an UPDATE or a DELETE. */
    public PlannedModification planModification(ParsedStatement statement) {
        return planner.planModification(statement.node(), statement.sql());
    }

    /** The text of a plan. */
    public static String explain(PlannedQuery query, Statement.ExplainLevel level) {
        return Explainer.explain(query, SqlExplainStatement.Level.valueOf(level.name()));
    }
}
