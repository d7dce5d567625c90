package io.tidemark.server.transaction;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.runtime.serving.SnapshotSpec.Input;
import io.tidemark.runtime.storage.transaction.StorageTransaction;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot.KeyLookup;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.query.ConnectorRegistry;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.serving.TransactionRows;
import io.tidemark.sql.error.CodedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction under way: one version of every internal relation and view, and what it has changed itself. Rows behind connectors are read as they
 * are at each statement. Not thread-safe.
 */
public final class OpenTransaction implements TransactionRows, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OpenTransaction.class);

    private final Kind kind;
    private final ConnectorRegistry connectors;
    private final StorageTransaction storage;
    private final Map<String, VersionedSnapshot> views = new HashMap<>();

    /** How a transaction came about. */
    public enum Kind {
        /** By BEGIN. */
        EXPLICIT,
        /** By a statement while autocommit is off. */
        IMPLICIT,
        /** By a batch while autocommit is on. */
        BATCH
    }

    private OpenTransaction(Kind kind, ConnectorRegistry connectors, StorageTransaction storage) {
        this.kind = kind;
        this.connectors = connectors;
        this.storage = storage;
    }

    /** What transactions are over. */
    public record Scope(ServerCatalog catalog, ConnectorRegistry connectors, QueryService queries, long maxRows) {}

    /** Begins one with everything as it is now. */
    static OpenTransaction begin(Kind kind, Scope scope) {
        OpenTransaction begun =
                new OpenTransaction(kind, scope.connectors(), scope.connectors().newTransaction(scope.maxRows()));
        Lock visibility = scope.connectors().visibility();
        visibility.lock();
        try {
            scope.catalog().entries().forEach(entry -> begun.include(entry, scope.queries()));
            return begun;
        } catch (RuntimeException e) {
            begun.close();
            throw e;
        } finally {
            visibility.unlock();
        }
    }

    private void include(CatalogEntry entry, QueryService queries) {
        RelationDefinition relation = entry.definition();
        if (relation.kind() == RelationKind.MATERIALIZED_VIEW) {
            queries.view(entry.id())
                    .ifPresent(view -> views.put(entry.id(), view.rows().pin()));
        } else if (relation.connector().isEmpty()) {
            try {
                if (relation.kind() == RelationKind.TABLE) {
                    storage.include(connectors.internalTable(entry));
                } else if (relation.kind() == RelationKind.STREAM) {
                    storage.include(connectors.internalStream(entry));
                }
            } catch (CodedException e) {
                // Whoever reads it is told; the others go on.
                LOG.debug("\"{}\" is not part of a transaction: {}", relation.name(), e.render());
            }
        }
    }

    Kind kind() {
        return kind;
    }

    /** Its changes of streams and tables. */
    public StorageTransaction storage() {
        return storage;
    }

    @Override
    public Input table(CatalogEntry entry, Optional<KeyLookup> lookup) {
        return new Input.Rows(columns -> storage.read(connectors.internalTable(entry), lookup, columns));
    }

    @Override
    public Input stream(CatalogEntry entry) {
        return new Input.Read(
                entry.definition().name().toString(), storage.openSource(connectors.internalStream(entry)));
    }

    @Override
    public Optional<VersionedSnapshot> view(CatalogEntry entry) {
        return Optional.ofNullable(views.get(entry.id()));
    }

    void commit() {
        storage.commit(kind == Kind.BATCH);
    }

    /** Lets go of all; changes not committed are lost. */
    @Override
    public void close() {
        storage.close();
        views.values().forEach(VersionedSnapshot::close);
        views.clear();
    }
}
