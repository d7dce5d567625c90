package io.tidemark.server.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the catalog's records add up to. Single-threaded. */
final class CatalogContents {

    private final Map<String, CatalogRecord.SchemaAdded> schemas = new TreeMap<>();
    private final Map<String, StoredRelation> relations = new LinkedHashMap<>();
    private final List<StoredIndex> indexes = new ArrayList<>();
    private final Map<String, StoredQuery> queries = new LinkedHashMap<>();
    private final Map<String, StoredFunction> functions = new LinkedHashMap<>();
    private final Map<String, StoredRole> roles = new LinkedHashMap<>();
    private final Map<String, StoredSecret> secrets = new LinkedHashMap<>();
    private long sequence;

    void apply(CatalogRecord record) {
        if (record instanceof CatalogRecord.SchemaAdded added) {
            schemas.put(added.name().toLowerCase(Locale.ROOT), added);
        } else if (record instanceof CatalogRecord.SchemaRemoved removed) {
            schemas.remove(removed.name());
            revoke(StoredGrant.SCHEMA, removed.name());
        } else if (record instanceof CatalogRecord.RelationAdded added) {
            relations.put(added.relation().id(), added.relation());
            sequence = Math.max(sequence, added.relation().sequence());
        } else if (record instanceof CatalogRecord.RelationRemoved removed) {
            relations.remove(removed.id());
            revoke(StoredGrant.RELATION, removed.id());
            indexes.removeIf(index -> index.relationId().equals(removed.id()));
        } else if (record instanceof CatalogRecord.IndexAdded added) {
            indexes.add(added.index());
        } else if (record instanceof CatalogRecord.IndexRemoved removed) {
            indexes.removeIf(index -> index.relationId().equals(removed.relationId())
                    && index.name().equals(removed.name()));
        } else if (record instanceof CatalogRecord.QueryStored stored) {
            queries.put(stored.query().id(), stored.query());
            sequence = Math.max(sequence, stored.query().sequence());
        } else if (record instanceof CatalogRecord.QueryRemoved removed) {
            queries.remove(removed.id());
            revoke(StoredGrant.QUERY, removed.id());
        } else if (record instanceof CatalogRecord.ViewReplaced replaced) {
            replace(replaced);
        } else if (record instanceof CatalogRecord.FunctionAdded added) {
            functions.put(added.function().name().toLowerCase(Locale.ROOT), added.function());
        } else if (record instanceof CatalogRecord.FunctionRemoved removed) {
            functions.remove(removed.name().toLowerCase(Locale.ROOT));
        } else if (record instanceof CatalogRecord.RoleStored stored) {
            roles.put(stored.role().name().toLowerCase(Locale.ROOT), stored.role());
        } else if (record instanceof CatalogRecord.RoleRemoved removed) {
            roles.remove(removed.name().toLowerCase(Locale.ROOT));
            roles.replaceAll((name, role) -> role.withRoles(role.roles().stream()
                    .filter(other -> !other.equalsIgnoreCase(removed.name()))
                    .toList()));
        } else if (record instanceof CatalogRecord.SecretStored stored) {
            secrets.put(stored.secret().name().toLowerCase(Locale.ROOT), stored.secret());
        } else if (record instanceof CatalogRecord.SecretRemoved removed) {
            secrets.remove(removed.name().toLowerCase(Locale.ROOT));
            revoke(StoredGrant.SECRET, removed.name().toLowerCase(Locale.ROOT));
        } else if (record instanceof CatalogRecord.SequenceReached reached) {
            sequence = Math.max(sequence, reached.number());
        }
    }

    private void replace(CatalogRecord.ViewReplaced replaced) {
        String id = replaced.relation().id();
        indexes.replaceAll(index -> index.relationId().equals(replaced.formerRelation())
                ? new StoredIndex(id, index.name(), index.columns())
                : index);
        roles.replaceAll((name, role) -> role.withGrants(role.grants().stream()
                .map(grant -> grant.isOn(StoredGrant.RELATION, replaced.formerRelation())
                        ? new StoredGrant(grant.privilege(), grant.kind(), id)
                        : grant)
                .toList()));
        relations.remove(replaced.formerRelation());
        queries.remove(replaced.formerQuery());
        apply(new CatalogRecord.RelationAdded(replaced.relation()));
        apply(new CatalogRecord.QueryStored(replaced.query()));
    }

    /** What was allowed on something that is gone is not allowed on what may get its name. */
    private void revoke(String kind, String object) {
        roles.replaceAll((name, role) -> role.withGrants(role.grants().stream()
                .filter(grant -> !grant.isOn(kind, object))
                .toList()));
    }

    /** The fewest records that add up to the same. */
    List<CatalogRecord> records() {
        List<CatalogRecord> records = new ArrayList<>();
        records.add(new CatalogRecord.SequenceReached(sequence));
        roles.values().forEach(role -> records.add(new CatalogRecord.RoleStored(role)));
        records.addAll(schemas.values());
        secrets.values().forEach(secret -> records.add(new CatalogRecord.SecretStored(secret)));
        functions.values().forEach(function -> records.add(new CatalogRecord.FunctionAdded(function)));
        relations.values().forEach(relation -> records.add(new CatalogRecord.RelationAdded(relation)));
        indexes.forEach(index -> records.add(new CatalogRecord.IndexAdded(index)));
        queries.values().forEach(query -> records.add(new CatalogRecord.QueryStored(query)));
        return records;
    }

    /** The names of the schemas as they were written when they were created. */
    List<String> schemas() {
        return schemas.values().stream().map(CatalogRecord.SchemaAdded::name).toList();
    }

    /** The owners of schemas by their names in lower case; empty for one that belongs to no one. */
    Map<String, String> schemaOwners() {
        Map<String, String> owners = new TreeMap<>();
        schemas.forEach((name, schema) -> owners.put(name, schema.owner()));
        return Collections.unmodifiableMap(owners);
    }

    List<StoredRelation> relations() {
        return List.copyOf(relations.values());
    }

    List<StoredIndex> indexes(String relationId) {
        return indexes.stream()
                .filter(index -> index.relationId().equals(relationId))
                .toList();
    }

    List<StoredQuery> queries() {
        return List.copyOf(queries.values());
    }

    List<StoredFunction> functions() {
        return List.copyOf(functions.values());
    }

    List<StoredSecret> secrets() {
        return List.copyOf(secrets.values());
    }

    /** Users and roles by their names in lower case, in their order of creation. */
    Map<String, StoredRole> roles() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(roles));
    }

    Optional<StoredQuery> query(String id) {
        return Optional.ofNullable(queries.get(id));
    }

    long nextSequence() {
        return ++sequence;
    }
}
