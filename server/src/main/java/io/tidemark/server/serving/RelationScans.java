package io.tidemark.server.serving;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.runtime.serving.SnapshotSpec.Input;
import io.tidemark.runtime.serving.VersionedResult;
import io.tidemark.runtime.storage.StreamStart;
import io.tidemark.runtime.storage.change.FeedLimits;
import io.tidemark.runtime.storage.versioned.ChangeFeed;
import io.tidemark.runtime.storage.versioned.Subscription;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot.KeyLookup;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.query.ConnectorRegistry;
import io.tidemark.server.query.QueryService;
import io.tidemark.server.system.SystemTables;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

/** Finds what stands behind each scan of a client's query: rows at hand, or a source to be read. */
public final class RelationScans {

    private final ServerCatalog catalog;
    private final ConnectorRegistry connectors;
    private final QueryService queries;
    private final SystemTables systemTables;
    private final FeedLimits feedLimits;

    /**
     * Finds in the places given.
     *
     * @param feedLimits what is kept of changes for push queries
     */
    public RelationScans(
            ServerCatalog catalog,
            ConnectorRegistry connectors,
            QueryService queries,
            SystemTables systemTables,
            FeedLimits feedLimits) {
        this.catalog = catalog;
        this.connectors = connectors;
        this.queries = queries;
        this.systemTables = systemTables;
        this.feedLimits = feedLimits;
    }

    private CatalogEntry entry(ScanPort scan) {
        return catalog.require(new RelationName(scan.relationSchema(), scan.relationName()));
    }

    /** Looks at several relations while no commit to several of them becomes visible. */
    <T> T together(Supplier<T> look) {
        Lock visibility = connectors.visibility();
        visibility.lock();
        try {
            return look.get();
        } finally {
            visibility.unlock();
        }
    }

    /**
     * What a snapshot query's scan reads.
     *
     * @param lookup the keys whose rows it reads; without them it reads all
     * @param pinned what the query reads already, and what it reads now
     * @param request the query: the transaction that it belongs to, and whose it is
     */
    Input snapshotInput(ScanPort scan, Optional<KeyLookup> lookup, PinnedRows pinned, ReadRequest request) {
        Optional<TransactionRows> transaction = request.transaction();
        CatalogEntry entry = entry(scan);
        RelationDefinition relation = entry.definition();
        if (relation.kind() == RelationKind.SYSTEM_TABLE) {
            List<Batch> all = systemTables.rows(relation, request.context().user());
            return new Input.Rows(columns -> all.stream()
                    .map(batch -> batch.withColumns(
                            columns.stream().map(batch::column).toList()))
                    .iterator());
        }
        if (relation.kind() == RelationKind.MATERIALIZED_VIEW) {
            Optional<VersionedSnapshot> version = transaction.flatMap(open -> open.view(entry));
            if (version.isPresent()) {
                return rows(version.get(), lookup);
            }
            return rows(pinned.of(entry.id(), () -> view(entry).rows().pin()), lookup);
        }
        String name = relation.name().toString();
        if (relation.connector().isPresent()) {
            String refusal = connectors.snapshotRefusal(relation);
            if (!refusal.isEmpty()) {
                throw CodedException.of(ErrorCode.UNSUPPORTED, "\"" + name + "\" cannot be read by SELECT: " + refusal)
                        .hint("read it with SELECT STREAM, or keep its rows with INSERT INTO … SELECT");
            }
            return new Input.Read(name, connectors.openSource(entry));
        }
        if (transaction.isPresent()) {
            return relation.kind() == RelationKind.STREAM
                    ? transaction.get().stream(entry)
                    : transaction.get().table(entry, lookup);
        }
        return relation.kind() == RelationKind.STREAM
                ? new Input.Read(name, connectors.internalStream(entry).openSnapshot())
                : rows(
                        pinned.of(
                                entry.id(),
                                () -> connectors.internalTable(entry).pin()),
                        lookup);
    }

    private static Input rows(VersionedSnapshot snapshot, Optional<KeyLookup> lookup) {
        return lookup.map(keys -> new Input.Rows(columns -> snapshot.lookup(keys, columns)))
                .orElseGet(() -> new Input.Rows(snapshot::scan));
    }

    /**
     * What a push query's scan reads.
     *
     * @param since the version after which its changes begin; without it the rows that are there come first
     */
    SourceBinding pushSource(ScanPort scan, OptionalLong since) {
        CatalogEntry entry = entry(scan);
        RelationDefinition relation = entry.definition();
        String name = relation.name().toString();
        if (relation.kind() == RelationKind.SYSTEM_TABLE) {
            throw CodedException.unsupported("SELECT STREAM over system table \"" + name + "\"")
                    .hint("query it with SELECT");
        }
        if (relation.connector().isPresent()) {
            return connectors.binding(entry, connectors.openSource(entry));
        }
        if (relation.kind() == RelationKind.STREAM) {
            return connectors.binding(entry, connectors.internalStream(entry).openSource(StreamStart.EARLIEST));
        }
        ChangeFeed feed = relation.kind() == RelationKind.MATERIALIZED_VIEW
                ? view(entry).rows().changes()
                : connectors.internalTable(entry).changes();
        Subscription subscription =
                since.isPresent() ? feed.subscribeSince(since.getAsLong(), feedLimits) : feed.subscribe(feedLimits);
        return SourceBinding.atRest(name, new FeedSource(name, subscription, since.isPresent()));
    }

    /** A view that has been replaced since it was looked up is the one that has its name now, which has the same columns and key. */
    private VersionedResult view(CatalogEntry entry) {
        Optional<VersionedResult> version = queries.view(entry.id())
                .or(() -> catalog.entry(entry.definition().name()).flatMap(present -> queries.view(present.id())));
        return version.orElseThrow(() -> {
            String name = entry.definition().name().name();
            return CodedException.of(
                            ErrorCode.QUERY_FAILED,
                            "materialized view \"" + name + "\" is not open: "
                                    + queries.find(name)
                                            .flatMap(query -> query.lastError())
                                            .orElse("its query does not run"))
                    .hint("mend the cause, then RESUME QUERY " + name);
        });
    }
}
