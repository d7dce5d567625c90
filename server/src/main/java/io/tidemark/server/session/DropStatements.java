package io.tidemark.server.session;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.Statement.ObjectType;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
            throw CodedException.dependentsOfReplaced(
                    definition.kind().word(), definition.name().toString(), dependents);
        }
        removeWithDependents(entry);
    }

    /**
     * Throws for a version of a materialized view that can't take the place of another: who reads it continuously has gone on from its changes, and
     * who is about to read it knows its columns and key.
     */
    void requireReplaceable(RelationDefinition former, RelationDefinition version, PlannedQuery plan) {
        requireKind(former, ObjectType.MATERIALIZED_VIEW);
        String name = former.name().toString();
        if (plan.relations().stream()
                .anyMatch(read -> read.folded().equals(former.name().folded()))) {
            throw CodedException.of(
                    ErrorCode.INVALID_DEFINITION, "the new version of materialized view \"" + name + "\" reads itself");
        }
        List<String> readers = services.dependencies().queriesReading(former.name()).stream()
                .map(this::displayName)
                .toList();
        if (!readers.isEmpty()) {
            throw CodedException.of(
                            ErrorCode.DEPENDENTS,
                            "materialized view \"" + name
                                    + "\" cannot be replaced, because these go on from its changes: "
                                    + String.join(", ", readers))
                    .hint("drop them first, and create them again afterwards");
        }
        if (!fits(RelationSchemas.columns(version), RelationSchemas.columns(former))) {
            throw CodedException.unsupported("replacing materialized view \"" + name + "\" by one with other columns")
                    .hint("it has " + columns(former) + ", the new version " + columns(version)
                            + "; make them alike by CAST and AS, or drop it first");
        }
        if (!former.primaryKey().equals(version.primaryKey())) {
            throw CodedException.unsupported("replacing materialized view \"" + name + "\" by one with another key")
                    .hint("it has the key " + former.primaryKey() + ", the new version " + version.primaryKey()
                            + "; drop it first, then create it");
        }
        if (former.appendOnly() && !version.appendOnly()) {
            throw CodedException.unsupported("replacing materialized view \"" + name
                            + "\", whose rows only come, by one whose rows change,")
                    .hint("drop it first, then create it");
        }
    }

    /** Whether who expects some columns can read others: they differ at most in that NULL is not among the values any more. */
    private static boolean fits(Schema version, Schema former) {
        return version.size() == former.size()
                && IntStream.range(0, version.size()).allMatch(column -> {
                    DataType type = version.type(column);
                    boolean sameName = version.field(column)
                            .name()
                            .equals(former.field(column).name());
                    return sameName
                            && (type.equals(former.type(column))
                                    || type.withNullable(true).equals(former.type(column)));
                });
    }

    private static String columns(RelationDefinition relation) {
        return RelationSchemas.columns(relation).fields().stream()
                .map(field -> field.name() + " " + field.type() + (field.type().nullable() ? "" : " NOT NULL"))
                .collect(Collectors.joining(", ", "(", ")"));
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
        List<String> callers = callers(drop.name());
        if (!drop.cascade() && !callers.isEmpty()) {
            throw CodedException.dependents(
                    "function", services.functions().require(drop.name()).name(), callers);
        }
        for (RelationName view : services.dependencies().viewsCalling(drop.name())) {
            services.catalog().entry(view).ifPresent(this::removeWithDependents);
        }
        for (Dependencies.QueryUse use : services.dependencies().queriesCalling(drop.name())) {
            removeQuery(use);
        }
        services.functions().drop(drop.name());
    }

    /**
     * Throws DEPENDENTS for a function that is to be replaced while views or queries call it: what they have computed would no longer be what they
     * say.
     */
    void requireUncalled(String function) {
        List<String> callers = callers(function);
        if (!callers.isEmpty()) {
            throw CodedException.dependentsOfReplaced(
                    "function", services.functions().require(function).name(), callers);
        }
    }

    private List<String> callers(String function) {
        List<String> callers = new ArrayList<>();
        services.dependencies().viewsCalling(function).forEach(view -> callers.add(quoted("view", displayName(view))));
        services.dependencies().queriesCalling(function).forEach(use -> callers.add(displayName(use)));
        return callers;
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
        if (RelationName.isOwnSchema(drop.name())) {
            throw CodedException.of(ErrorCode.WRONG_OBJECT_KIND, "the schema \"" + drop.name() + "\" cannot be dropped")
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
