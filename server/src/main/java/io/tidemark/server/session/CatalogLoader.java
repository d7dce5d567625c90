package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.statement.ParsedStatement;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.planner.statement.StatementReader;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.catalog.StoredFunction;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.server.catalog.StoredRelation;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Brings back, at the start of a server, every schema, relation and query from the statements that made them. */
public final class CatalogLoader {

    private final ServerServices services;

    /** A loader into the services given. */
    public CatalogLoader(ServerServices services) {
        this.services = services;
    }

    /**
     * Loads everything. Queries that were running are started.
     *
     * @throws CodedException CORRUPTED if a stored definition can't be read any more
     */
    public void load() {
        services.store().schemas().forEach(services.catalog()::addSchema);
        services.store().functions().forEach(this::load);
        loadRelations(services.store().relations());
        services.store().queries().forEach(this::load);
    }

    private static Statement read(String sql, SessionContext context) {
        return new StatementReader(context.backTicks(), context.schema()).read(sql);
    }

    /** A view that was replaced comes after those that read it: what can't be read yet is read again once there is more. */
    private void loadRelations(List<StoredRelation> relations) {
        List<StoredRelation> left = new ArrayList<>(relations);
        while (!left.isEmpty()) {
            List<StoredRelation> again = new ArrayList<>();
            CodedException first = null;
            for (StoredRelation relation : left) {
                try {
                    load(relation);
                } catch (CodedException e) {
                    again.add(relation);
                    first = first == null ? e : first;
                }
            }
            if (first != null && again.size() == left.size()) {
                throw first;
            }
            left = again;
        }
    }

    private void load(StoredFunction stored) {
        try {
            services.functions().restore(stored);
        } catch (CodedException e) {
            throw CodedException.of(
                            ErrorCode.CORRUPTED,
                            "the stored function \"" + stored.name() + "\" cannot be brought back: " + e.render())
                    .cause(e);
        }
    }

    private void load(StoredRelation stored) {
        try {
            StatementPlanner planner = services.restoringPlanner(stored.context());
            ParsedStatement source = definitionSource(read(stored.statement(), stored.context()));
            RelationDefinition definition = planner.define(source).withIndexes(indexes(stored.id()));
            services.catalog()
                    .put(new CatalogEntry(
                            stored.id(),
                            definition,
                            stored.context().zone(),
                            stored.context().user()));
            if (definition.kind() == RelationKind.VIEW) {
                PlannedQuery query = planner.planView(source);
                services.dependencies().addView(definition.name(), query.relations(), query.functions());
            }
        } catch (CodedException e) {
            throw CodedException.of(
                            ErrorCode.CORRUPTED,
                            "the stored definition of \"" + stored.name() + "\" cannot be read: " + e.render())
                    .cause(e);
        }
    }

    private List<IndexDefinition> indexes(String relationId) {
        return services.store().indexes(relationId).stream()
                .map(index -> new IndexDefinition(index.name(), index.columns()))
                .toList();
    }

    private static ParsedStatement definitionSource(Statement statement) {
        if (statement instanceof Statement.CreateRelation create) {
            return create.source();
        }
        if (statement instanceof Statement.CreateView create) {
            return create.source();
        }
        if (statement instanceof Statement.CreateMaterializedView create) {
            return create.source();
        }
        throw CodedException.internal("not a definition: " + statement);
    }

    private void load(StoredQuery stored) {
        Statement statement = read(stored.statement(), stored.context());
        StatementPlanner planner = services.restoringPlanner(stored.context()).forQuery(stored.options());
        Supplier<PlannedQuery> plan;
        if (statement instanceof Statement.Insert insert) {
            plan = () -> planner.planContinuous(insert.source());
        } else if (statement instanceof Statement.CreateMaterializedView create) {
            plan = () -> planner.planContinuous(create.source());
        } else {
            throw CodedException.of(ErrorCode.CORRUPTED, "the stored query \"" + stored.name() + "\" is none");
        }
        services.queries().restore(stored, plan);
    }
}
