package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.runtime.accounting.RowStream;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.runtime.serving.VersionedResult;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.server.catalog.StoredQuery;
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
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The continuous queries of a server, by name without regard to case.
 *
 * <p>Definitions are changed under the server's definition lock; the rest is thread-safe.
 */
public final class QueryService {
    private static final Logger LOG = LoggerFactory.getLogger(QueryService.class);
    private static final int ID_RANDOM_DIGITS = 8;
    private static final int RECOVERY_WAIT_SECONDS = 60;
    private final CatalogStore store;
    private final Dependencies dependencies;
    private final QueryOpener opener;
    private final QueryReopening reopening;
    private final QuerySettings settings;
    private final Clock clock;
    private final Map<String, RunningQuery> queries = new ConcurrentHashMap<>();
    private final MaterializedViews views;
    private final UpstreamViews upstream;
    private final Map<String, CompletableFuture<Void>> recoveries = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> endings = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    /** A service without queries. */
    public QueryService(
            CatalogStore store, Dependencies dependencies, QueryOpener opener, QuerySettings settings, Clock clock) {
        this.store = store;
        this.dependencies = dependencies;
        this.opener = opener;
        this.views = opener.views();
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
        run(query, opened.execution());
        return query;
    }

    private void register(RunningQuery query, PlannedQuery plan, QueryOpener.Opened opened) {
        query.opened(plan, opened.execution());
        queries.put(fold(query.name()), query);
        opened.view().ifPresent(view -> views.opened(query, view));
        opener.rowStreams().noteUses(query, plan, dependencies);
    }

    /** Starts an execution. What it says at its end is kept; what makes it fail stays in its status. */
    private void run(RunningQuery query, QueryExecution execution) {
        run(query, execution, "start", () -> CompletableFuture.completedFuture(null));
    }

    /**
     * Starts an execution and lets something follow its recovery.
     *
     * @param what names both together, for the log
     */
    private void run(
            RunningQuery query, QueryExecution execution, String what, Supplier<CompletableFuture<Void>> following) {
        CompletableFuture<Void> recovered = execution.start();
        recoveries.put(query.id(), recovered);
        views.follow(query, execution);
        CompletableFuture<Void> ended = execution.completion().thenAccept(summary -> ended(query, summary.state()));
        endings.put(
                query.id(),
                CompletableFuture.allOf(
                        reported(recovered.thenCompose(ready -> following.get()), query, what),
                        reported(ended, query, "run on")));
    }

    private static CompletableFuture<Void> reported(CompletableFuture<Void> done, RunningQuery query, String what) {
        // The failure is in the log, and in the query's status.
        return done.exceptionally(failure -> {
            LOG.warn("query \"{}\" did not {}: {}", query.name(), what, String.valueOf(failure.getMessage()));
            return null;
        });
    }

    private void ended(RunningQuery query, QueryState state) {
        boolean ranOnce = state == QueryState.STOPPED
                && !stopping
                && query.plan().trigger().kind() == TriggerSpec.Kind.ONCE;
        if ((state == QueryState.FINISHED || ranOnce) && exists(query.name())) {
            store.setQueryState(query.id(), StoredQuery.State.valueOf(state.name()));
            opener.forget(query.id(), query.reads());
        }
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
            case RUNNING -> run(query, execution);
            case PAUSED -> run(query, execution, "pause", execution::pause);
            case STOPPED, FINISHED -> {
                // Recovery brings the rows of a view back; of other queries nothing is needed any more.
                if (query.isView()) {
                    run(query, execution, "stop", () -> execution.stop(false));
                }
            }
        }
    }

    /** Waits until the queries brought back have their state again, so that readers find views as they were; for a while at most. */
    public void awaitRecovered() {
        try {
            CompletableFuture.allOf(recoveries.values().toArray(CompletableFuture[]::new))
                    .get(RECOVERY_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("not every query has recovered yet; sys.queries shows which", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
        recoveries.remove(query.id());
        endings.remove(query.id());
        dependencies.removeQuery(query.name());
        store.removeQuery(query.id());
    }

    /** Ends every query after its epoch, with a checkpoint, to go on from there at the next start. */
    public void stopAll() {
        stopping = true;
        reopening.close();
        Map<RunningQuery, CompletableFuture<Void>> stopping = new HashMap<>();
        for (RunningQuery query : all()) {
            query.execution()
                    .filter(execution ->
                            execution.state() == QueryState.RUNNING || execution.state() == QueryState.PAUSED)
                    .ifPresent(execution -> stopping.put(query, execution.stop(false)));
        }
        stopping.forEach((query, stopped) -> {
            try {
                stopped.join();
                // What follows the end of a query is written to the catalog, which is closed next.
                endings.getOrDefault(query.id(), stopped).join();
            } catch (CompletionException e) {
                LOG.warn("query \"{}\" did not stop in order", query.name(), e);
            }
        });
    }
}
