package io.tidemark.server.session;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.Statement.ObjectType;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** DROP of every kind of object; what others depend on goes only with CASCADE. */
final class DropStatements {

    private final ServerServices services;

    DropStatements(ServerServices services) {
        this.services = services;
    }

    StatementExecutor.Outcome drop(Statement.Drop drop) {
        services.definitionLock().lock();
        try {
            switch (drop.type()) {
                case STREAM, TABLE, VIEW, MATERIALIZED_VIEW -> dropRelation(drop);
                case QUERY -> dropQuery(drop);
                case SCHEMA -> dropSchema(drop);
                case INDEX -> services.indexes().drop(drop.relation(), drop.ifExists());
                case FUNCTION -> dropFunction(drop);
            }
            return StatementExecutor.Outcome.done();
        } finally {
            services.definitionLock().unlock();
        }
    }

    private void dropRelation(Statement.Drop drop) {
        if (drop.ifExists() && services.catalog().entry(drop.relation()).isEmpty()) {
            return;
        }
        CatalogEntry found = services.catalog().require(drop.relation());
        RelationDefinition definition = found.definition();
        requireKind(definition, drop.type());
        List<String> dependents = dependents(definition);
        if (!dependents.isEmpty() && !drop.cascade()) {
            throw CodedException.dependents(
                    definition.kind().word(), definition.name().toString(), dependents);
        }
        removeWithDependents(found);
    }

    private static void requireKind(RelationDefinition definition, ObjectType type) {
        RelationKind wanted = RelationKind.valueOf(type.name());
        if (definition.kind() != wanted) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND,
                            "\"" + definition.name() + "\" is a "
                                    + definition.kind().word() + ", not a " + wanted.word())
                    .hint(
                            definition.kind() == RelationKind.SYSTEM_TABLE
                                    ? "system tables cannot be dropped"
                                    : "use DROP " + definition.kind().name().replace('_', ' '));
        }
    }

    private List<String> dependents(RelationDefinition definition) {
        List<String> dependents = new ArrayList<>();
        services.dependencies()
                .viewsReading(definition.name())
                .forEach(view -> dependents.add(quoted("view", displayName(view))));
        for (Dependencies.QueryUse use : uses(definition)) {
            if (definition.kind() != RelationKind.MATERIALIZED_VIEW
                    || !use.writes().equals(definition.name().folded())) {
                dependents.add(displayName(use));
            }
        }
        return dependents;
    }

    private static String quoted(String kind, String name) {
        return kind + " \"" + name + "\"";
    }

    private String displayName(RelationName folded) {
        return services.catalog()
                .entry(folded)
                .map(entry -> entry.definition().name().toString())
                .orElse(folded.toString());
    }

    private List<Dependencies.QueryUse> uses(RelationDefinition definition) {
        List<Dependencies.QueryUse> uses =
                new ArrayList<>(services.dependencies().queriesReading(definition.name()));
        uses.addAll(services.dependencies().queriesWriting(definition.name()));
        return uses;
    }

    /** Drops a relation to make room for one that replaces it. */
    void dropForReplacement(CatalogEntry entry) {
        RelationDefinition definition = entry.definition();
        List<String> dependents = dependents(definition);
        if (!dependents.isEmpty()) {
            throw CodedException.dependents(
                    definition.kind().word(), definition.name().toString(), dependents);
        }
        removeWithDependents(entry);
    }

    private void removeWithDependents(CatalogEntry entry) {
        RelationDefinition definition = entry.definition();
        for (RelationName view : services.dependencies().viewsReading(definition.name())) {
            services.catalog().entry(view).ifPresent(this::removeWithDependents);
        }
        for (Dependencies.QueryUse use : uses(definition)) {
            removeQuery(use);
        }
        services.catalog().remove(definition.name());
        services.dependencies().removeView(definition.name());
        services.store().removeRelation(entry.id());
        services.connectors().dropStorage(entry.id());
    }

    private void removeQuery(Dependencies.QueryUse use) {
        services.queries().drop(use.query());
        services.catalog()
                .entry(use.writes())
                .filter(target -> target.definition().kind() == RelationKind.MATERIALIZED_VIEW)
                .ifPresent(this::removeWithDependents);
    }

    private void dropFunction(Statement.Drop drop) {
        if (drop.ifExists() && !services.functions().exists(drop.name())) {
            return;
        }
        services.functions().require(drop.name());
        if (!drop.cascade()) {
            requireUncalled(drop.name());
        }
        for (RelationName view : services.dependencies().viewsCalling(drop.name())) {
            services.catalog().entry(view).ifPresent(this::removeWithDependents);
        }
        for (Dependencies.QueryUse use : services.dependencies().queriesCalling(drop.name())) {
            removeQuery(use);
        }
        services.functions().drop(drop.name());
    }

    /** Throws DEPENDENTS for a function that views or queries call: what they have computed would no longer be what they say. */
    void requireUncalled(String function) {
        List<String> dependents = new ArrayList<>();
        services.dependencies()
                .viewsCalling(function)
                .forEach(view -> dependents.add(quoted("view", displayName(view))));
        services.dependencies().queriesCalling(function).forEach(use -> dependents.add(displayName(use)));
        if (!dependents.isEmpty()) {
            throw CodedException.dependents(
                    "function", services.functions().require(function).name(), dependents);
        }
    }

    private String displayName(Dependencies.QueryUse use) {
        return services.queries().isView(use.query())
                ? quoted(RelationKind.MATERIALIZED_VIEW.word(), displayName(use.writes()))
                : quoted("query", use.query());
    }

    private void dropQuery(Statement.Drop drop) {
        if (!services.queries().exists(drop.name())) {
            if (drop.ifExists()) {
                return;
            }
            throw CodedException.unknownObject(
                    "query", drop.name(), services.queries().names());
        }
        if (services.queries().isView(drop.name())) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND, "query \"" + drop.name() + "\" feeds a materialized view")
                    .hint("use DROP MATERIALIZED VIEW " + drop.name());
        }
        services.queries().drop(drop.name());
    }

    private void dropSchema(Statement.Drop drop) {
        if (!services.catalog().hasSchema(drop.name())) {
            if (drop.ifExists()) {
                return;
            }
            services.requireSchema(drop.name());
        }
        if (drop.name().equalsIgnoreCase(RelationName.DEFAULT_SCHEMA)) {
            throw CodedException.of(ErrorCode.WRONG_OBJECT_KIND, "the schema \"public\" cannot be dropped");
        }
        if (drop.name().equalsIgnoreCase(RelationName.SYSTEM_SCHEMA)) {
            throw CodedException.of(
                            ErrorCode.WRONG_OBJECT_KIND,
                            "the schema \"" + RelationName.SYSTEM_SCHEMA + "\" cannot be dropped")
                    .hint("it holds the server's own tables");
        }
        List<CatalogEntry> members = services.catalog().entries().stream()
                .filter(entry -> entry.definition().name().schema().equalsIgnoreCase(drop.name()))
                .toList();
        if (!members.isEmpty() && !drop.cascade()) {
            throw CodedException.dependents(
                    "schema",
                    drop.name(),
                    members.stream()
                            .map(CatalogEntry::definition)
                            .map(member ->
                                    quoted(member.kind().word(), member.name().toString()))
                            .toList());
        }
        for (CatalogEntry member : members) {
            services.catalog().entry(member.definition().name()).ifPresent(this::removeWithDependents);
        }
        services.store().removeSchema(drop.name());
        services.catalog().removeSchema(drop.name());
    }
}
