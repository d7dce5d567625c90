package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.accounting.RowStream;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.runtime.serving.VersionedResult;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.server.catalog.StoredRelation;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The continuous queries of a server, by name without regard to case.
 *
 * <p>Definitions are changed under the server's definition lock; the rest is thread-safe.
 */
public final class QueryService {
    private static final int ID_RANDOM_DIGITS = 8;
    private final CatalogStore store;
    private final Dependencies dependencies;
    private final QueryOpener opener;
    private final QueryReopening reopening;
    private final QuerySettings settings;
    private final Clock clock;
    private final Map<String, RunningQuery> queries = new ConcurrentHashMap<>();
    private final MaterializedViews views;
    private final UpstreamViews upstream;
    private final QueryRuns runs;
    private final ViewReplacements replacements;

    /** A service without queries. */
    public QueryService(
            CatalogStore store, Dependencies dependencies, QueryOpener opener, QuerySettings settings, Clock clock) {
        this.store = store;
        this.dependencies = dependencies;
        this.opener = opener;
        this.views = opener.views();
        this.runs = new QueryRuns(store, opener);
        this.replacements = new ViewReplacements(store, opener, settings, runs);
        this.upstream = new UpstreamViews(dependencies, this::find);
        this.reopening = new QueryReopening(opener, settings, dependencies, clock, this::reopened);
        this.settings = settings;
        this.clock = clock;
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Whether there is a query with this name. */
    public boolean exists(String name) {
        return queries.containsKey(fold(name));
    }

    /** The query with this name. */
    public Optional<RunningQuery> find(String name) {
        return Optional.ofNullable(queries.get(fold(name)));
    }

    /**
     * The query with this name.
     *
     * @throws CodedException UNKNOWN_OBJECT if there is none
     */
    public RunningQuery get(String name) {
        return find(name).orElseThrow(() -> CodedException.unknownObject("query", name, names()));
    }

    /** All queries, in their order of creation. */
    public List<RunningQuery> all() {
        List<RunningQuery> all = new ArrayList<>(queries.values());
        all.sort(Comparator.comparingLong(query -> query.stored().sequence()));
        return all;
    }

    /** The names of all queries. */
    public List<String> names() {
        return all().stream().map(RunningQuery::name).toList();
    }

    /** Whether the query with this name feeds a materialized view. */
    public boolean isView(String name) {
        return find(name).filter(RunningQuery::isView).isPresent();
    }

    /** The contents of a materialized view, by its id. */
    public Optional<VersionedResult> view(String relationId) {
        return views.find(relationId);
    }

    /** A name that no query has yet: the stem, with a number if need be. */
    public String freeName(String stem) {
        String name = stem;
        for (int number = 2; exists(name); number++) {
            name = stem + "_" + number;
        }
        return name;
    }

    /** Throws DUPLICATE_NAME if a query has the name. */
    public void requireFreeName(String name) {
        find(name).ifPresent(query -> {
            throw CodedException.duplicateName("query", query.name());
        });
    }

    /**
     * A query that is not yet known to anyone. Its id is not that of any other server's query, as sinks remember epochs under it, outside
     * of this server's data directory.
     */
    public StoredQuery newQuery(QueryRequest request) {
        requireFreeName(request.name());
        return newVersion(request);
    }

    /** A query that is to take the place of the one with its name, and is not yet known to anyone. */
    private StoredQuery newVersion(QueryRequest request) {
        long sequence = store.nextSequence();
        return new StoredQuery(
                "q" + sequence + "-" + UUID.randomUUID().toString().substring(0, ID_RANDOM_DIGITS),
                sequence,
                request.name(),
                request.viewId(),
                request.statement(),
                request.context(),
                request.options(),
                StoredQuery.State.RUNNING,
                clock.instant());
    }

    /**
     * Opens a new query, makes it durable and starts it.
     *
     * @throws CodedException if it can't be opened; then nothing is left of it
     */
    public RunningQuery start(StoredQuery stored, PlannedQuery plan) {
        QuerySettings own = QueryOptions.apply(settings, stored.options());
        RunningQuery query = new RunningQuery(stored);
        opener.rowStreams().requireNoFeedback(stored, plan, stored.options(), dependencies, this);
        QueryOpener.Opened opened = opener.openNew(stored, plan, own);
        store.addQuery(stored);
        register(query, plan, opened);
        runs.run(query, opened.execution());
        return query;
    }

    /**
     * Begins a new version of a materialized view's query beside the one that runs, under a relation id of its own. Nothing durable knows it: a
     * crash leaves the old version alone.
     *
     * @throws CodedException if it can't be opened; then nothing is left of it
     */
    public RunningQuery beginReplacement(QueryRequest request, PlannedQuery plan) {
        return replacements.begin(newVersion(request), plan);
    }

    /** Completes when a new version has read everything that its sources hold now. */
    public CompletableFuture<Void> caughtUp(RunningQuery version) {
        return flush(version);
    }

    /** Holds the old version of a view's query, if it runs, until it is replaced or {@link #letGoOn}. */
    public CompletableFuture<Void> hold(RunningQuery old) {
        return ViewReplacements.runs(old) ? old.requireExecution().pause() : CompletableFuture.completedFuture(null);
    }

    /** Lets the old version go on: it is not replaced after all. */
    public CompletableFuture<Void> letGoOn(RunningQuery old) {
        boolean held = old.wanted() == StoredQuery.State.RUNNING
                && old.execution()
                        .filter(execution -> execution.state() == QueryState.PAUSED)
                        .isPresent();
        return held ? old.requireExecution().resume() : CompletableFuture.completedFuture(null);
    }

    /** Ends a new version that takes no one's place, and removes every trace of it. */
    public void abandon(RunningQuery version) {
        replacements.abandon(version);
    }

    /** Ends a version that another has taken the place of, and removes every trace of it. */
    public void retire(RunningQuery old) {
        replacements.retire(old);
    }

    /**
     * Puts a new version in the place of the old one, durably and at once; the old one is then only good for {@link #retire}.
     *
     * @param relation the new version of the view
     * @param visible makes the new version of the view the one that its name stands for
     */
    public void replace(RunningQuery old, RunningQuery version, StoredRelation relation, Runnable visible) {
        reopening.forget(old);
        replacements.record(old, version, relation);
        queries.put(fold(version.name()), version);
        opener.rowStreams().noteUses(version, version.plan(), dependencies);
        visible.run();
        version.execution().map(QueryExecution::state).ifPresent(state -> runs.ended(version, state));
    }

    private void register(RunningQuery query, PlannedQuery plan, QueryOpener.Opened opened) {
        query.opened(plan, opened.execution());
        queries.put(fold(query.name()), query);
        opened.view().ifPresent(view -> views.opened(query, view));
        opener.rowStreams().noteUses(query, plan, dependencies);
    }

    /**
     * Brings back a query after a restart. One that can't be planned or opened is kept, with its error, until it is resumed or dropped; where a
     * system outside does not answer, it is tried again.
     *
     * @param planner gives the query's plan
     */
    public void restore(StoredQuery stored, Supplier<PlannedQuery> planner) {
        RunningQuery query = new RunningQuery(stored);
        queries.put(fold(stored.name()), query);
        reopening.restore(query, planner);
    }

    private void reopened(RunningQuery query, PlannedQuery plan, QueryOpener.Opened opened) {
        register(query, plan, opened);
        QueryExecution execution = opened.execution();
        switch (query.wanted()) {
            case RUNNING -> runs.run(query, execution);
            case PAUSED -> runs.run(query, execution, "pause", execution::pause);
            case STOPPED, FINISHED -> {
                // Recovery brings the rows of a view back; of other queries nothing is needed any more.
                if (query.isView()) {
                    runs.run(query, execution, "stop", () -> execution.stop(false));
                }
            }
        }
    }

    /** Waits until the queries brought back have their state again, so that readers find views as they were; for a while at most. */
    public void awaitRecovered() {
        runs.awaitRecovered();
    }

    /** Removes what a crash left of queries that are no more; called when all that there are have been brought back. */
    public void discardUnknown() {
        Set<String> known = new HashSet<>();
        all().forEach(query -> known.add(query.id()));
        opener.discardUnknown(known).join();
        opener.retainReaders(known);
    }

    /** Holds a query, also over a restart. */
    public CompletableFuture<Void> pause(RunningQuery query) {
        requireStarted(query);
        return query.requireExecution().pause().thenRun(() -> setState(query, StoredQuery.State.PAUSED));
    }

    /** Lets a query go on after a pause or a failure. */
    public CompletableFuture<Void> resume(RunningQuery query) {
        requireStarted(query);
        if (query.execution().isEmpty()) {
            setState(query, StoredQuery.State.RUNNING);
            reopening.reopen(query);
        }
        QueryExecution execution = query.requireExecution();
        if (execution.state() != QueryState.FAILED) {
            return execution.resume().thenRun(() -> setState(query, StoredQuery.State.RUNNING));
        }
        views.resumed(query);
        return execution
                .resume()
                .whenComplete((done, failure) -> views.follow(query, execution))
                .thenRun(() -> setState(query, StoredQuery.State.RUNNING));
    }

    /** A query that had ended before the server was started has an execution that never starts. */
    private static void requireStarted(RunningQuery query) {
        boolean ended = query.execution()
                .map(execution -> execution.state() == QueryState.CREATED)
                .orElse(query.isOver());
        if (ended) {
            throw CodedException.of(
                            ErrorCode.WRONG_STATE,
                            "query \"" + query.name() + "\" is "
                                    + query.stateName().toLowerCase(Locale.ROOT) + ", so it cannot go on")
                    .hint("drop it, and create it again");
        }
    }

    /** Ends a query; it is listed until it is dropped. */
    public CompletableFuture<Void> stop(RunningQuery query, boolean drain) {
        if (query.requireExecution().state() == QueryState.CREATED) {
            return CompletableFuture.completedFuture(null);
        }
        return query.requireExecution().stop(drain).thenRun(() -> {
            setState(query, StoredQuery.State.STOPPED);
            opener.forget(query.id(), query.reads());
        });
    }

    private void setState(RunningQuery query, StoredQuery.State state) {
        query.wants(state);
        store.setQueryState(query.id(), state);
    }

    /** Changes what can be changed of a running query, from its next epoch on. */
    public CompletableFuture<Void> alter(RunningQuery query, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(query.options());
        all.putAll(options);
        QueryOptions.requireAlterable(query.options(), all);
        opener.rowStreams().requireNoFeedback(query.stored(), query.plan(), all, dependencies, this);
        Map<KeptRow.Kind, RowStream> rowStreams = opener.rowStreams().open(query.stored(), all);
        return query.requireExecution()
                .alter(QueryOptions.apply(settings, all), rowStreams)
                .thenRun(() -> {
                    query.altered(all);
                    opener.rowStreams().noteUses(query, query.plan(), dependencies);
                    store.setQueryOptions(query.id(), all);
                });
    }

    /** Completes when everything that the query's sources hold now has been committed; at once for a query that has ended. */
    public CompletableFuture<Void> flush(RunningQuery query) {
        if (query.isOver()) {
            return CompletableFuture.completedFuture(null);
        }
        QueryExecution execution = query.requireExecution();
        return switch (execution.state()) {
            case CREATED, STOPPED, FINISHED -> CompletableFuture.completedFuture(null);
            case PAUSED -> CompletableFuture.failedFuture(query.paused());
            default -> execution.flush();
        };
    }

    /** What keeps a query from going on before it is resumed: that it is paused, or has failed. */
    public Optional<CodedException> heldBy(RunningQuery query) {
        return query.heldBy();
    }

    /** Why nothing comes from a materialized view that a query reads, in words; empty if something may come, or if it reads none. */
    public Optional<String> waitsFor(RunningQuery query) {
        return upstream.waitsFor(query);
    }

    /** Raises a source's watermark in a query; completes when that is committed. */
    public CompletableFuture<Void> advanceWatermark(RunningQuery query, RelationName source, long micros) {
        return query.requireExecution().advanceWatermark(source.toString(), micros);
    }

    /** Ends a query and removes every trace of it. */
    public void drop(String name) {
        RunningQuery query = get(name);
        reopening.forget(query);
        views.dropped(query);
        if (query.execution().isPresent()) {
            query.requireExecution().drop().join();
        }
        opener.forget(query.id(), query.reads());
        queries.remove(fold(name));
        views.forget(query);
        runs.forget(query);
        dependencies.removeQuery(query.name());
        store.removeQuery(query.id());
    }

    /** Ends every query after its epoch, with a checkpoint, to go on from there at the next start. */
    public void stopAll() {
        reopening.close();
        replacements.close();
        runs.stopAll(all());
    }
}
