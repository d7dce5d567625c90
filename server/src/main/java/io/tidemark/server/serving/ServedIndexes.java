package io.tidemark.server.serving;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.Statement;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredIndex;
import io.tidemark.server.query.ConnectorRegistry;
import io.tidemark.server.query.QueryService;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes and drops the indexes of internal tables and materialized views. What is durable is that there is one: it is built of the rows when its
 * relation is opened. Called by one statement at a time.
 */
public final class ServedIndexes {

    private final ServerCatalog catalog;
    private final CatalogStore store;
    private final ConnectorRegistry connectors;
    private final QueryService queries;

    /** Indexes of what is in the catalog given. */
    public ServedIndexes(
            ServerCatalog catalog, CatalogStore store, ConnectorRegistry connectors, QueryService queries) {
        this.catalog = catalog;
        this.store = store;
        this.connectors = connectors;
        this.queries = queries;
    }

    /**
     * Makes an index; returns when it has been built of the rows that there are.
     *
     * @return whether it was made; not if there is one of its name and the statement says {@code IF NOT EXISTS}
     * @throws CodedException UNKNOWN_RELATION, WRONG_OBJECT_KIND, UNKNOWN_COLUMN, DUPLICATE_COLUMN, DUPLICATE_NAME, VALIDATION
     */
    public boolean create(Statement.CreateIndex statement) {
        CatalogEntry entry = catalog.require(statement.relation());
        RelationDefinition relation = entry.definition();
        if (!relation.isServed()) {
            throw refused(relation);
        }
        if (!statement.name().schema().equalsIgnoreCase(relation.name().schema())) {
            throw CodedException.validation("index \"" + statement.name() + "\" cannot be in another schema than \""
                            + relation.name() + "\"")
                    .hint("give the index a name without a schema");
        }
        Optional<CatalogEntry> holder = holder(statement.name());
        if (holder.isPresent()) {
            if (statement.ifNotExists()) {
                return false;
            }
            throw CodedException.duplicateName("index", statement.name().toString());
        }
        IndexDefinition index = new IndexDefinition(statement.name().name(), columns(statement, relation));
        List<IndexDefinition> more = new ArrayList<>(relation.indexes());
        more.add(index);
        CatalogEntry indexed = entry.withIndexes(more);
        store.addIndex(new StoredIndex(entry.id(), index.name(), index.columns()));
        catalog.put(indexed);
        if (relation.kind() == RelationKind.TABLE) {
            connectors.internalTable(indexed);
        } else {
            queries.view(entry.id())
                    .ifPresent(view ->
                            view.rows().createIndex(index.name(), RelationSchemas.indexColumns(relation, index)));
        }
        return true;
    }

    private static CodedException refused(RelationDefinition relation) {
        return CodedException.of(
                        ErrorCode.WRONG_OBJECT_KIND,
                        "\"" + relation.name() + "\" is a " + relation.kind().word()
                                + relation.connector()
                                        .map(connector -> " of connector \"" + connector + "\"")
                                        .orElse("")
                                + ", which takes no index")
                .hint("index a materialized view, or a table without a connector");
    }

    private static List<String> columns(Statement.CreateIndex statement, RelationDefinition relation) {
        List<String> stored =
                relation.storedColumns().stream().map(ColumnDefinition::name).toList();
        List<String> columns = new ArrayList<>();
        for (Statement.IndexColumn column : statement.columns()) {
            String name = stored.stream()
                    .filter(column.name()::equalsIgnoreCase)
                    .findFirst()
                    .orElseThrow(() -> CodedException.unknownColumn(
                                    column.name(),
                                    "the stored columns of " + relation.kind().word() + " \"" + relation.name() + "\"",
                                    stored)
                            .at(column.position()));
            if (columns.contains(name)) {
                throw CodedException.of(ErrorCode.DUPLICATE_COLUMN, "column \"" + name + "\" is in the index twice")
                        .at(column.position());
            }
            columns.add(name);
        }
        return columns;
    }

    /** The relation that has an index of this name. */
    private Optional<CatalogEntry> holder(RelationName name) {
        return catalog.entries().stream()
                .filter(entry -> entry.definition().name().schema().equalsIgnoreCase(name.schema()))
                .filter(entry -> entry.definition().indexes().stream()
                        .anyMatch(index -> index.name().equalsIgnoreCase(name.name())))
                .findFirst();
    }

    /**
     * Drops an index.
     *
     * @param ifExists whether to do nothing if there is none of that name
     * @throws CodedException UNKNOWN_OBJECT
     */
    public void drop(RelationName name, boolean ifExists) {
        Optional<CatalogEntry> holder = holder(name);
        if (holder.isEmpty()) {
            if (ifExists) {
                return;
            }
            throw CodedException.unknownObject("index", name.toString(), names(name.schema()));
        }
        CatalogEntry entry = holder.get();
        List<IndexDefinition> left = new ArrayList<>();
        for (IndexDefinition index : entry.definition().indexes()) {
            if (!index.name().equalsIgnoreCase(name.name())) {
                left.add(index);
                continue;
            }
            store.removeIndex(entry.id(), index.name());
            if (entry.definition().kind() == RelationKind.TABLE) {
                connectors.internalTable(entry).dropIndex(index.name());
            } else {
                queries.view(entry.id()).ifPresent(view -> view.rows().dropIndex(index.name()));
            }
        }
        catalog.put(entry.withIndexes(left));
    }

    private List<String> names(String schema) {
        return catalog.entries().stream()
                .filter(entry -> entry.definition().name().schema().equalsIgnoreCase(schema))
                .flatMap(entry -> entry.definition().indexes().stream())
                .map(IndexDefinition::name)
                .toList();
    }
}
