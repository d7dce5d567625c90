package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.ParsedStatement;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.Statement.IfExists;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.server.catalog.StoredRelation;
import io.tidemark.server.query.QueryRequest;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.query.RunningQuery;
import io.tidemark.server.query.ViewRetention;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** CREATE STREAM, TABLE, VIEW, MATERIALIZED VIEW, FUNCTION and SCHEMA: checked, made durable, then visible. */
final class DefinitionStatements {

    private final ServerServices services;
    private final DropStatements drops;

    DefinitionStatements(ServerServices services) {
        this.services = services;
        this.drops = new DropStatements(services);
    }

    StatementExecutor.Outcome createSchema(SessionContext context, Statement.CreateSchema create) {
        services.definitionLock().lock();
        try {
            if (services.catalog().hasSchema(create.name())) {
                if (create.ifNotExists()) {
                    return StatementExecutor.Outcome.done();
                }
                throw CodedException.duplicateName("schema", create.name());
            }
            services.store().addSchema(create.name(), context.user());
            services.catalog().addSchema(create.name());
            return StatementExecutor.Outcome.done();
        } finally {
            services.definitionLock().unlock();
        }
    }

    StatementExecutor.Outcome createRelation(SessionContext context, Statement.CreateRelation create) {
        services.definitionLock().lock();
        try {
            RelationDefinition definition = services.planner(context).define(create.source());
            if (isKept(create.name(), create.ifExists())) {
                return kept(create.name());
            }
            services.security().secrets().requireUsable(context.user(), definition.options());
            services.connectors().validate(definition, context.zone());
            makeRoom(create.name(), create.ifExists());
            add(context, definition, create.source());
            return StatementExecutor.Outcome.done();
        } finally {
            services.definitionLock().unlock();
        }
    }

    StatementExecutor.Outcome createView(SessionContext context, Statement.CreateView create) {
        services.definitionLock().lock();
        try {
            RelationDefinition definition = services.planner(context).define(create.source());
            if (isKept(create.name(), create.ifExists())) {
                return kept(create.name());
            }
            makeRoom(create.name(), create.ifExists());
            PlannedQuery query = services.planner(context).planView(create.source());
            add(context, definition, create.source());
            services.dependencies().addView(definition.name(), query.relations(), query.functions());
            return StatementExecutor.Outcome.done();
        } finally {
            services.definitionLock().unlock();
        }
    }

    StatementExecutor.Outcome createMaterializedView(
            SessionContext context, Statement.CreateMaterializedView create, Session.Request request) {
        services.definitionLock().lock();
        try {
            if (isKept(create.name(), create.ifExists())) {
                return kept(create.name());
            }
            if (create.ifExists() == IfExists.REPLACE
                    && services.catalog().entry(create.name()).isPresent()) {
                return replaceMaterializedView(context, create, request);
            }
            RelationDefinition definition = services.planner(context).define(create.source());
            PlannedQuery plan = services.planner(context).planContinuous(create.source());
            request.unboundedState().orAsIn(create.options()).check(plan);
            ViewRetention.of(plan, create.options());
            makeRoom(create.name(), create.ifExists());
            services.queries().requireFreeName(create.name().name());
            CatalogEntry entry = add(context, definition, create.source());
            try {
                StoredQuery query = services.queries()
                        .newQuery(new QueryRequest(
                                create.name().name(),
                                Optional.of(entry.id()),
                                create.source().sql(),
                                context,
                                create.options()));
                services.queries().start(query, plan);
            } catch (RuntimeException e) {
                services.catalog().remove(definition.name());
                services.store().removeRelation(entry.id());
                throw e;
            }
            return StatementExecutor.Outcome.of(new StatementResult.Updated(0), Notices.of(plan.warnings()));
        } finally {
            services.definitionLock().unlock();
        }
    }

    /**
     * The new version runs beside the old one until it has read as much; then the old one is held, the new one reads the rest, and takes its place.
     */
    private StatementExecutor.Outcome replaceMaterializedView(
            SessionContext context, Statement.CreateMaterializedView create, Session.Request request) {
        RelationDefinition former = services.catalog().require(create.name()).definition();
        RelationDefinition definition =
                services.planner(context).define(create.source()).withIndexes(former.indexes());
        PlannedQuery plan = services.planner(context).planContinuous(create.source());
        request.unboundedState().orAsIn(create.options()).check(plan);
        ViewRetention.of(plan, create.options());
        drops.requireReplaceable(former, definition, plan);
        StoredRelation stored = stored(context, definition, create.source());
        QueryService queries = services.queries();
        RunningQuery old = queries.get(former.name().name());
        RunningQuery version = queries.beginReplacement(
                new QueryRequest(
                        definition.name().name(),
                        Optional.of(stored.id()),
                        create.source().sql(),
                        context,
                        create.options()),
                plan);
        boolean replaced = false;
        try {
            await(queries.caughtUp(version), definition, request);
            await(queries.hold(old), definition, request);
            await(queries.caughtUp(version), definition, request);
            queries.replace(
                    old,
                    version,
                    stored,
                    () -> services.catalog()
                            .put(new CatalogEntry(stored.id(), definition, context.zone(), context.user())));
            replaced = true;
        } finally {
            if (!replaced) {
                queries.abandon(version);
                // If it can't go on, its status says so.
                var unused = queries.letGoOn(old);
            }
        }
        queries.retire(old);
        return StatementExecutor.Outcome.of(new StatementResult.Updated(0), Notices.of(plan.warnings()));
    }

    private static void await(CompletableFuture<Void> step, RelationDefinition view, Session.Request request) {
        try {
            Waiting.forResult(step, request.control(), "replacing \"" + view.name() + "\"");
        } catch (CodedException e) {
            throw e.code() == ErrorCode.TIMEOUT
                    ? e.hint("SET 'statement.timeout' = '…' allows more; until then the view is what it was")
                    : e;
        }
    }

    StatementExecutor.Outcome createIndex(Statement.CreateIndex create) {
        services.definitionLock().lock();
        try {
            services.requireSchema(create.relation().schema());
            return services.indexes().create(create) ? StatementExecutor.Outcome.done() : kept(create.name());
        } finally {
            services.definitionLock().unlock();
        }
    }

    StatementExecutor.Outcome createFunction(Statement.CreateFunction create) {
        services.definitionLock().lock();
        try {
            if (services.functions().exists(create.name())) {
                switch (create.ifExists()) {
                    case KEEP -> {
                        return kept(create.name());
                    }
                    case FAIL -> throw CodedException.duplicateName("function", create.name());
                    case REPLACE -> drops.requireUncalled(create.name());
                }
            }
            services.functions().create(create);
            return StatementExecutor.Outcome.done();
        } finally {
            services.definitionLock().unlock();
        }
    }

    private CatalogEntry add(SessionContext context, RelationDefinition definition, ParsedStatement source) {
        StoredRelation stored = stored(context, definition, source);
        services.store().addRelation(stored);
        CatalogEntry entry = new CatalogEntry(stored.id(), definition, context.zone(), context.user());
        services.catalog().put(entry);
        return entry;
    }

    /** A relation that is not yet known to anyone. */
    private StoredRelation stored(SessionContext context, RelationDefinition definition, ParsedStatement source) {
        long sequence = services.store().nextSequence();
        return new StoredRelation("r" + sequence, sequence, definition.name(), source.sql(), context);
    }

    private boolean isKept(RelationName name, IfExists ifExists) {
        services.requireSchema(name.schema());
        return ifExists == IfExists.KEEP && services.catalog().entry(name).isPresent();
    }

    private static StatementExecutor.Outcome kept(Object name) {
        return StatementExecutor.Outcome.of(
                new StatementResult.Updated(0),
                List.of(new Notice(ErrorCode.NOTICE, "\"" + name + "\" exists already and was left as it is")));
    }

    private void makeRoom(RelationName name, IfExists ifExists) {
        services.requireSchema(name.schema());
        if (RelationName.isOwnSchema(name.schema())) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND, "the schema \"" + name.schema() + "\" is the server's own")
                    .hint("create the relation in another schema");
        }
        Optional<CatalogEntry> existing = services.catalog().entry(name);
        if (existing.isEmpty()) {
            return;
        }
        RelationDefinition definition = existing.get().definition();
        if (ifExists != IfExists.REPLACE) {
            CodedException taken = CodedException.duplicateName(
                    definition.kind().word(), definition.name().toString());
            throw definition.name().name().equals(name.name())
                    ? taken
                    : taken.hint("\"" + name + "\" differs from it in case alone; give another name");
        }
        drops.dropForReplacement(existing.get());
    }
}
