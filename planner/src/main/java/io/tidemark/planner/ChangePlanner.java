package io.tidemark.planner;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.rule.LogicalPhases;
import io.tidemark.planner.syntax.SyntaxTrees;
import io.tidemark.planner.validate.Casts;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.planner.validate.ModifiedRelation;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;

/** Plans UPDATE and DELETE. */
final class ChangePlanner {
    private final Catalog catalog;
    private final PlannerSettings settings;
    private final String sql;

    ChangePlanner(Catalog catalog, PlannerSettings settings, String sql) {
        this.catalog = catalog;
        this.settings = settings;
        this.sql = sql;
    }

    PlannedModification plan(SqlNode statement) {
        if (statement instanceof SqlDelete delete) {
            RelationDefinition target = target(delete.getTargetTable(), "DELETE");
            return modification(PlannedModification.Kind.DELETE, target, statement, Map.of());
        }
        if (statement instanceof SqlUpdate update) {
            RelationDefinition target = target(update.getTargetTable(), "UPDATE");
            for (SqlNode column : update.getTargetColumnList()) {
                ModifiedRelation.checkWritable(target, (SqlIdentifier) column, sql);
            }
            return modification(PlannedModification.Kind.UPDATE, target, statement, assigned(update, target));
        }
        throw CodedException.unsupported(statement.getKind() + "");
    }

    private static Map<String, SourcePosition> assigned(SqlUpdate update, RelationDefinition target) {
        Map<String, SourcePosition> places = new LinkedHashMap<>();
        for (SqlNode column : update.getTargetColumnList()) {
            List<String> names = ((SqlIdentifier) column).names;
            String written = names.get(names.size() - 1);
            target.columns().stream()
                    .map(ColumnDefinition::name)
                    .filter(written::equalsIgnoreCase)
                    .forEach(name -> Positions.of(column).ifPresent(place -> places.put(name, place)));
        }
        return places;
    }

    private RelationDefinition target(SqlNode table, String word) {
        return ModifiedRelation.changed(catalog, settings.defaultSchema(), table, word, sql)
                .definition();
    }

    private PlannedModification modification(
            PlannedModification.Kind kind,
            RelationDefinition target,
            SqlNode statement,
            Map<String, SourcePosition> assigned) {
        LogicalPlan plan = SelectPlanner.session(catalog, settings, sql).convert(SyntaxTrees.copy(statement));
        TableModify modify = (TableModify) plan.rel();
        List<RexNode> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        RelNode input = modify.getInput();
        RexBuilder builder = input.getCluster().getRexBuilder();
        for (int i = 0; i < target.columns().size(); i++) {
            if (target.columns().get(i).isWritable()) {
                columns.add(builder.makeInputRef(input, i));
                names.add(target.columns().get(i).name());
            }
        }
        if (kind == PlannedModification.Kind.UPDATE) {
            addNewRow(target, modify, columns, names);
        }
        RelNode rows = LogicalProject.create(input, List.of(), columns, names, Set.of());
        PlannedQuery query = QueryAssembly.assemble(new PlanRequest(
                PlannedQuery.Kind.SNAPSHOT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                LogicalPhases.run(plan.withRel(rows)),
                settings.sessionZone()));
        return new PlannedModification(kind, target, query, assigned);
    }

    /** Assigned columns follow the target's columns in the input, in the order of SET. */
    private static void addNewRow(
            RelationDefinition target, TableModify modify, List<RexNode> columns, List<String> names) {
        RelNode input = modify.getInput();
        RexBuilder builder = input.getCluster().getRexBuilder();
        List<String> assigned = modify.getUpdateColumnList();
        int first = target.columns().size();
        for (int i = 0; i < target.columns().size(); i++) {
            ColumnDefinition column = target.columns().get(i);
            if (!column.isWritable()) {
                continue;
            }
            int at = assigned == null ? -1 : position(assigned, column.name());
            RexNode value = builder.makeInputRef(input, at < 0 ? i : first + at);
            RelDataType type = input.getCluster()
                    .getTypeFactory()
                    .createTypeWithNullability(column.type(), value.getType().isNullable());
            columns.add(type.equals(value.getType()) ? value : Casts.assignment(builder, type, value));
            names.add("new_" + column.name());
        }
    }

    private static int position(List<String> names, String wanted) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        return -1;
    }
}
