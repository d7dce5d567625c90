package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryOutput;
import io.tidemark.runtime.epoch.QueryServices;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.QuerySpec;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.epoch.Trigger;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.runtime.serving.VersionedResult;
import io.tidemark.runtime.storage.StreamStart;
import io.tidemark.runtime.storage.ViewChanges;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.runtime.translate.TranslatedPlan;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Opens the sources and the sink of a planned query and puts its execution together. */
public final class QueryOpener {

    private final ServerCatalog catalog;
    private final ConnectorRegistry connectors;
    private final QueryServices services;
    private final PlanTranslator translator;
    private final Path directory;
    private final Duration spacing;
    private final MaterializedViews views = new MaterializedViews();
    private final RowStreams rowStreams;

    /**
     * An opener.
     *
     * @param directory where each query has a directory of its own
     * @param spacing the least time between two epochs
     */
    public QueryOpener(
            ServerCatalog catalog,
            ConnectorRegistry connectors,
            QueryServices services,
            PlanTranslator translator,
            Path directory,
            Duration spacing) {
        this.catalog = catalog;
        this.connectors = connectors;
        this.services = services;
        this.translator = translator;
        this.directory = directory;
        this.spacing = spacing;
        this.rowStreams = new RowStreams(catalog, connectors);
    }

    /** The streams for late and bad rows. */
    RowStreams rowStreams() {
        return rowStreams;
    }

    /** The contents of the views that are open; continuous queries over a view begin with them. */
    MaterializedViews views() {
        return views;
    }

    /** An execution, not yet started, and the view that it feeds, if it feeds one. */
    record Opened(QueryExecution execution, Optional<VersionedResult> view) {}

    /**
     * Opens a query.
     *
     * @throws CodedException if a source or the sink can't be opened; then nothing stays open
     */
    Opened open(StoredQuery stored, PlannedQuery plan, QuerySettings settings, Map<String, String> options) {
        TranslatedPlan translated = translator.translatePlan(
                plan.root(), TranslationSettings.of(stored.context().zone()));
        List<Source> opened = new ArrayList<>();
        try {
            List<SourceBinding> sources = sources(stored, translated.scans(), opened);
            Optional<VersionedResult> view = stored.viewId().map(id -> view(stored, plan));
            EpochSink sink = view.<EpochSink>map(store -> store).orElseGet(() -> sink(stored, plan));
            Dataflow.Factory dataflow = translated.factory();
            QueryOutput output = new QueryOutput(
                    plan.target().map(target -> target.name().toString()).orElse(stored.name()),
                    sink,
                    mode(plan),
                    plan.key().orElse(List.of()),
                    isExactlyOnce(plan));
            QuerySpec spec = new QuerySpec(
                    stored.id(),
                    stored.name(),
                    directory.resolve(stored.id()),
                    dataflow,
                    sources,
                    output,
                    trigger(plan.trigger()),
                    settings,
                    rowStreams.open(stored, options));
            return new Opened(new QueryExecution(spec, services), view);
        } catch (RuntimeException e) {
            opened.forEach(Source::close);
            throw e;
        }
    }

    /** Opens a query that has never run; if that fails, nothing is kept for it anywhere. */
    Opened openNew(StoredQuery stored, PlannedQuery plan, QuerySettings settings) {
        try {
            return open(stored, plan, settings, stored.options());
        } catch (RuntimeException e) {
            forget(stored.id(), plan.relations());
            throw e;
        }
    }

    /**
     * Removes what is left of queries that the catalog doesn't know: a crash may have come between the catalog's change and theirs. Completes when
     * that is done.
     *
     * @param known the ids of all queries that there are
     */
    CompletableFuture<Void> discardUnknown(Set<String> known) {
        return CompletableFuture.allOf(services.log().queries().stream()
                .filter(name -> !known.contains(name))
                .map(name -> QueryExecution.discard(name, directory.resolve(name), services))
                .toArray(CompletableFuture[]::new));
    }

    /** Lets the tables and views that a query read keep nothing for it any longer: it was dropped, or will never go on. */
    void forget(String queryId, List<RelationName> reads) {
        for (RelationName name : reads) {
            catalog.entry(name).ifPresent(entry -> forget(queryId, entry));
        }
    }

    private VersionedResult view(StoredQuery stored, PlannedQuery plan) {
        VersionedRows rows =
                new VersionedRows(RelationSchemas.output(plan), plan.key().orElse(List.of()));
        RelationDefinition definition =
                catalog.require(plan.target().orElseThrow().name()).definition();
        definition
                .indexes()
                .forEach(index -> rows.createIndex(
                        index.name(), RelationSchemas.indexColumns(plan.target().orElseThrow(), index)));
        return new VersionedResult(
                rows,
                mode(plan),
                ViewRetention.of(plan, stored.options()),
                connectors.viewChanges(
                        stored.viewId().orElseThrow(), plan.target().orElseThrow()));
    }

    /** Deletes what is kept of a view for those who read it. */
    void dropView(RunningQuery query) {
        query.stored().viewId().ifPresent(connectors::dropStorage);
    }

    private void forget(String queryId, CatalogEntry entry) {
        RelationDefinition relation = entry.definition();
        if (relation.kind() == RelationKind.MATERIALIZED_VIEW) {
            connectors.viewChanges(entry.id(), relation).forgetReader(queryId);
        } else if (relation.kind() == RelationKind.TABLE && relation.connector().isEmpty()) {
            connectors.internalTable(entry).forgetReader(queryId);
        }
    }

    /** Lets every view keep nothing for queries that are no more: a crash may have come before theirs was in the catalog. */
    void retainReaders(Set<String> known) {
        for (CatalogEntry entry : catalog.entries()) {
            if (entry.definition().kind() == RelationKind.MATERIALIZED_VIEW) {
                connectors.viewChanges(entry.id(), entry.definition()).retainReaders(known);
            }
        }
    }

    /** Whether a query reads or writes anything behind a connector. */
    boolean usesConnectors(PlannedQuery plan) {
        return Stream.concat(plan.relations().stream(), plan.target().stream().map(RelationDefinition::name))
                .flatMap(name -> catalog.entry(name).stream())
                .anyMatch(entry -> entry.definition().connector().isPresent());
    }

    private EpochSink sink(StoredQuery stored, PlannedQuery plan) {
        RelationName target = plan.target().orElseThrow().name();
        return connectors.openSink(catalog.require(target), stored.id(), mode(plan));
    }

    private boolean isExactlyOnce(PlannedQuery plan) {
        RelationDefinition target = plan.target().orElseThrow();
        return target.kind() == RelationKind.MATERIALIZED_VIEW
                || connectors.sinkTraits(target).exactlyOnce();
    }

    private List<SourceBinding> sources(StoredQuery stored, List<ScanPort> scans, List<Source> opened) {
        Map<RelationName, SourceBinding> byRelation = new HashMap<>();
        List<SourceBinding> bindings = new ArrayList<>();
        for (ScanPort scan : scans) {
            RelationName name = new RelationName(scan.relationSchema(), scan.relationName());
            SourceBinding binding = byRelation.get(name);
            if (binding == null) {
                binding = bind(stored, catalog.require(name));
                opened.add(binding.source());
                byRelation.put(name, binding);
            }
            bindings.add(binding);
        }
        return bindings;
    }

    private SourceBinding bind(StoredQuery stored, CatalogEntry entry) {
        RelationDefinition relation = entry.definition();
        String name = relation.name().toString();
        if (relation.kind() == RelationKind.MATERIALIZED_VIEW) {
            return SourceBinding.atRest(name, viewSource(stored, entry));
        }
        if (relation.kind() == RelationKind.SYSTEM_TABLE) {
            throw CodedException.unsupported("a continuous query over system table \"" + name + "\"")
                    .hint("query it with SELECT");
        }
        if (relation.connector().isPresent()) {
            return connectors.binding(entry, connectors.openSource(entry));
        }
        return connectors.binding(
                entry,
                relation.kind() == RelationKind.STREAM
                        ? connectors.internalStream(entry).openSource(StreamStart.EARLIEST)
                        : connectors.internalTable(entry).openSource(stored.id()));
    }

    /** A query that had come to its end before a restart reads nothing any more, and is not registered anew. */
    private Source viewSource(StoredQuery stored, CatalogEntry entry) {
        ViewChanges changes = connectors.viewChanges(entry.id(), entry.definition());
        boolean goesOn = stored.state() == StoredQuery.State.RUNNING || stored.state() == StoredQuery.State.PAUSED;
        if (goesOn && !changes.isReader(stored.id())) {
            String name = entry.definition().name().toString();
            views.find(entry.id())
                    .orElseThrow(() -> CodedException.of(
                                    ErrorCode.QUERY_FAILED, "materialized view \"" + name + "\" is not open")
                            .hint("sys.queries says why; mend the cause, then RESUME QUERY "
                                    + entry.definition().name().name()))
                    .addReader(stored.id());
        }
        return changes.openSource(stored.id());
    }

    private static OutputMode mode(PlannedQuery plan) {
        return switch (plan.mode()) {
            case APPEND -> OutputMode.APPEND;
            case UPDATE -> OutputMode.UPDATE;
            case COMPLETE -> OutputMode.COMPLETE;
        };
    }

    private Trigger trigger(TriggerSpec trigger) {
        return switch (trigger.kind()) {
            case AVAILABLE -> new Trigger.Available(spacing);
            case EVERY -> new Trigger.Every(trigger.interval());
            case ONCE -> new Trigger.Once();
        };
    }
}
