package io.tidemark.planner;

import io.tidemark.planner.explain.Explainer;
import io.tidemark.sql.ast.SqlCreateMaterializedView;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.ast.SqlCreateView;
import io.tidemark.sql.ast.SqlEmitInsert;
import io.tidemark.sql.ast.command.SqlExplainStatement;
import io.tidemark.sql.parser.StatementParser;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;

/** Plans statements over a catalog, each as a server would. */
final class Statements {
    private final FakeCatalog catalog;
    private final PlannerSettings settings;

    Statements(FakeCatalog catalog) {
        this(catalog, PlannerSettings.defaults());
    }

    Statements(FakeCatalog catalog, PlannerSettings settings) {
        this.catalog = catalog;
        this.settings = settings;
    }

    /** The plan of a query, or of the rows of a statement that runs once. */
    PlannedQuery plan(String sql) {
        SqlNode node = new StatementParser().parse(sql);
        Planner planner = new Planner(catalog, settings);
        if (node instanceof SqlInsert || node instanceof SqlEmitInsert) {
            return planner.isContinuous(node, sql)
                    ? planner.planContinuous(node, sql)
                    : planner.planModification(node, sql).rows();
        }
        if (node instanceof SqlUpdate || node instanceof SqlDelete) {
            return planner.planModification(node, sql).rows();
        }
        if (node instanceof SqlCreateMaterializedView || Planner.isPush(node)) {
            return planner.planContinuous(node, sql);
        }
        return planner.planSnapshot(node, sql);
    }

    /** Plans or defines whatever the statement is. */
    void run(String sql) {
        SqlNode node = new StatementParser().parse(sql);
        if (node instanceof SqlCreateRelation || node instanceof SqlCreateView) {
            catalog.create(sql);
        } else {
            plan(sql);
        }
    }

    String explain(String sql, SqlExplainStatement.Level level) {
        return Explainer.explain(plan(sql), level);
    }
}
