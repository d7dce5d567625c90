package io.tidemark.planner;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.rule.LogicalPhases;
import io.tidemark.planner.syntax.QueryShape;
import io.tidemark.planner.syntax.SyntaxTrees;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.planner.validate.ModifiedRelation;
import io.tidemark.planner.validate.StatementSession;
import io.tidemark.planner.validate.ViewColumns;
import io.tidemark.sql.ast.SqlEmit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;

/** Plans INSERT: as a query that goes on, or once. */
final class InsertPlanner {
    private final Catalog catalog;
    private final PlannerSettings settings;
    private final String sql;

    InsertPlanner(Catalog catalog, PlannerSettings settings, String sql) {
        this.catalog = catalog;
        this.settings = settings;
        this.sql = sql;
    }

    /** Whether the source reads a stream or a materialized view. */
    boolean readsWithoutEnd(SqlInsert insert) {
        if (QueryShape.isPush(insert.getSource())) {
            return true;
        }
        SqlNode source = SyntaxTrees.copy(insert);
        StatementSession session = SelectPlanner.session(catalog, settings, sql);
        target(insert).convert(session, (SqlInsert) source);
        return session.relations().stream().anyMatch(InsertPlanner::isWithoutEnd);
    }

    private static boolean isWithoutEnd(RelationDefinition relation) {
        return relation.kind() == RelationKind.STREAM || relation.kind() == RelationKind.MATERIALIZED_VIEW;
    }

    PlannedQuery continuous(SqlInsert insert, Optional<SqlEmit> emit) {
        RelationDefinition target = target(insert).definition();
        QueryShape.checkContinuous(insert.getSource(), sql);
        return QueryAssembly.assemble(new PlanRequest(
                PlannedQuery.Kind.INSERT,
                Optional.of(target),
                Optional.of(catalog.sinkTraits(target)),
                emit,
                logical(insert),
                settings.sessionZone()));
    }

    PlannedModification once(SqlInsert insert) {
        RelationDefinition target = target(insert).definition();
        PlannedQuery rows = QueryAssembly.assemble(new PlanRequest(
                PlannedQuery.Kind.SNAPSHOT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                logical(insert),
                settings.sessionZone()));
        return new PlannedModification(PlannedModification.Kind.INSERT, target, rows, Map.of());
    }

    private ModifiedRelation target(SqlInsert insert) {
        return ModifiedRelation.inserted(catalog, settings.defaultSchema(), insert, sql);
    }

    /** The rows to insert, with the target's writable columns. */
    private LogicalPlan logical(SqlInsert insert) {
        ModifiedRelation target = target(insert);
        SqlInsert copy = (SqlInsert) SyntaxTrees.copy(insert);
        QueryShape.removeStream(copy.getSource(), sql);
        LogicalPlan modify = target.convert(SelectPlanner.session(catalog, settings, sql), copy);
        LogicalPlan rows = modify.withRel(((TableModify) modify.rel()).getInput());
        List<ColumnDefinition> columns = target.definition().columns().stream()
                .filter(ColumnDefinition::isWritable)
                .toList();
        return LogicalPhases.run(ViewColumns.assigned(rows, columns));
    }
}
