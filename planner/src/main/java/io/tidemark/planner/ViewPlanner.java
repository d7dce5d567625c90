package io.tidemark.planner;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.rule.LogicalPhases;
import io.tidemark.planner.syntax.QualifiedNames;
import io.tidemark.planner.syntax.QueryShape;
import io.tidemark.planner.syntax.SyntaxTrees;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.planner.validate.RelationNames;
import io.tidemark.planner.validate.RelationOptions;
import io.tidemark.planner.validate.ViewColumns;
import io.tidemark.sql.ast.SqlCreateMaterializedView;
import io.tidemark.sql.ast.SqlCreateView;
import io.tidemark.sql.parser.StatementPrinter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/** Plans CREATE VIEW and CREATE MATERIALIZED VIEW. */
final class ViewPlanner {
    /** The option by which a view gives up old rows. */
    private static final String RETENTION = "retention";

    private final Catalog catalog;
    private final PlannerSettings settings;
    private final String sql;

    ViewPlanner(Catalog catalog, PlannerSettings settings, String sql) {
        this.catalog = catalog;
        this.settings = settings;
        this.sql = sql;
    }

    RelationDefinition define(SqlCreateView statement) {
        RelationName name = new RelationNames(catalog, settings.defaultSchema(), sql).resolve(statement.name());
        LogicalPlan logical = convert(statement.query(), settings);
        List<ColumnDefinition> columns = ViewColumns.of(logical, statement.columns(), statement.query(), sql);
        return new RelationDefinition(
                name,
                RelationKind.VIEW,
                columns,
                Optional.empty(),
                List.of(),
                Map.of(),
                queryText(statement.query()),
                RelationOptions.statementText(sql));
    }

    PlannedQuery materialized(SqlCreateMaterializedView statement) {
        RelationName name = new RelationNames(catalog, settings.defaultSchema(), sql).resolve(statement.name());
        QueryShape.checkContinuous(statement.query(), sql);
        Map<String, String> options = RelationOptions.of(statement.options(), sql);
        LogicalPlan logical = convert(statement.query(), settings.forQuery(options));
        List<ColumnDefinition> columns = ViewColumns.of(logical, statement.columns(), statement.query(), sql);
        RelationDefinition keyless = new RelationDefinition(
                name,
                RelationKind.MATERIALIZED_VIEW,
                columns,
                Optional.empty(),
                List.of(),
                options,
                queryText(statement.query()),
                RelationOptions.statementText(sql));
        LogicalPlan optimized = ViewColumns.named(LogicalPhases.run(logical), columns);
        PlanRequest request = new PlanRequest(
                PlannedQuery.Kind.VIEW,
                Optional.of(keyless),
                Optional.of(catalog.sinkTraits(keyless)),
                statement.emit(),
                optimized,
                settings.sessionZone());
        PlannedQuery planned = QueryAssembly.assemble(request);
        return QueryAssembly.assemble(request.withTarget(keyed(keyless, planned)));
    }

    private LogicalPlan convert(SqlNode query, PlannerSettings own) {
        SqlNode copy = SyntaxTrees.copy(query);
        QueryShape.removeStream(copy, sql);
        return SelectPlanner.session(catalog, own, sql).convert(copy);
    }

    /** The query's text, with a schema to every relation. */
    private String queryText(SqlNode query) {
        RelationNames names = new RelationNames(catalog, settings.defaultSchema(), sql);
        SqlNode qualified = QualifiedNames.qualify(
                SyntaxTrees.copy(query),
                identifier -> catalog.relation(names.resolve(identifier))
                        .map(relation -> List.of(
                                relation.name().schema(), relation.name().name())));
        return new StatementPrinter().print(qualified);
    }

    /** The view with the key that its query turned out to have. */
    private static RelationDefinition keyed(RelationDefinition view, PlannedQuery planned) {
        List<String> key = planned.key().orElse(List.of()).stream()
                .map(column -> view.columns().get(column).name())
                .toList();
        boolean appendOnly = planned.mode() != EmitMode.COMPLETE
                && planned.root().traits().changelog() == Changelog.APPEND
                && !view.options().containsKey(RETENTION);
        return new RelationDefinition(
                view.name(),
                view.kind(),
                view.columns(),
                view.watermark(),
                key,
                view.options(),
                view.query(),
                view.statement(),
                appendOnly,
                view.indexes(),
                InheritableWatermarks.of(
                        view.name(), planned.root(), view.options().containsKey(RETENTION)));
    }
}
