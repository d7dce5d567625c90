package io.tidemark.server.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What the catalog's records add up to. Single-threaded. */
final class CatalogContents {

    private final TreeSet<String> schemas = new TreeSet<>();
    private final Map<String, StoredRelation> relations = new LinkedHashMap<>();
    private final List<StoredIndex> indexes = new ArrayList<>();
    private final Map<String, StoredQuery> queries = new LinkedHashMap<>();
    private final Map<String, StoredFunction> functions = new LinkedHashMap<>();
    private long sequence;

    void apply(CatalogRecord record) {
        if (record instanceof CatalogRecord.SchemaAdded added) {
            schemas.add(added.name());
        } else if (record instanceof CatalogRecord.SchemaRemoved removed) {
            schemas.remove(removed.name());
        } else if (record instanceof CatalogRecord.RelationAdded added) {
            relations.put(added.relation().id(), added.relation());
            sequence = Math.max(sequence, added.relation().sequence());
        } else if (record instanceof CatalogRecord.RelationRemoved removed) {
            relations.remove(removed.id());
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
        } else if (record instanceof CatalogRecord.ViewReplaced replaced) {
            replace(replaced);
        } else if (record instanceof CatalogRecord.FunctionAdded added) {
            functions.put(added.function().name().toLowerCase(Locale.ROOT), added.function());
        } else if (record instanceof CatalogRecord.FunctionRemoved removed) {
            functions.remove(removed.name().toLowerCase(Locale.ROOT));
        } else if (record instanceof CatalogRecord.SequenceReached reached) {
            sequence = Math.max(sequence, reached.number());
        }
    }

    private void replace(CatalogRecord.ViewReplaced replaced) {
        String id = replaced.relation().id();
        indexes.replaceAll(index -> index.relationId().equals(replaced.formerRelation())
                ? new StoredIndex(id, index.name(), index.columns())
                : index);
        relations.remove(replaced.formerRelation());
        queries.remove(replaced.formerQuery());
        apply(new CatalogRecord.RelationAdded(replaced.relation()));
        apply(new CatalogRecord.QueryStored(replaced.query()));
    }

    /** The fewest records that add up to the same. */
    List<CatalogRecord> records() {
        List<CatalogRecord> records = new ArrayList<>();
        records.add(new CatalogRecord.SequenceReached(sequence));
        schemas.forEach(name -> records.add(new CatalogRecord.SchemaAdded(name)));
        functions.values().forEach(function -> records.add(new CatalogRecord.FunctionAdded(function)));
        relations.values().forEach(relation -> records.add(new CatalogRecord.RelationAdded(relation)));
        indexes.forEach(index -> records.add(new CatalogRecord.IndexAdded(index)));
        queries.values().forEach(query -> records.add(new CatalogRecord.QueryStored(query)));
        return records;
    }

    List<String> schemas() {
        return List.copyOf(schemas);
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

    Optional<StoredQuery> query(String id) {
        return Optional.ofNullable(queries.get(id));
    }

    long nextSequence() {
        return ++sequence;
    }
}
