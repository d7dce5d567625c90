package io.tidemark.server.query;

import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredQuery;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts executions and follows them to their ends: what they say there is kept; what makes them fail stays in their status. Thread-safe. */
final class QueryRuns {
    private static final Logger LOG = LoggerFactory.getLogger(QueryRuns.class);
    private static final int RECOVERY_WAIT_SECONDS = 60;

    private final CatalogStore store;
    private final QueryOpener opener;
    private final Map<String, CompletableFuture<Void>> recoveries = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> endings = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    /** Keeps the ends of those queries in the catalog that it knows. */
    QueryRuns(CatalogStore store, QueryOpener opener) {
        this.store = store;
        this.opener = opener;
    }

    /** Starts an execution. */
    void run(RunningQuery query, QueryExecution execution) {
        run(query, execution, "start", () -> CompletableFuture.completedFuture(null));
    }

    /**
     * Starts an execution and lets something follow its recovery.
     *
     * @param what names both together, for the log
     */
    void run(RunningQuery query, QueryExecution execution, String what, Supplier<CompletableFuture<Void>> following) {
        CompletableFuture<Void> recovered = execution.start();
        recoveries.put(query.id(), recovered);
        opener.views().follow(query, execution);
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

    /** Keeps that a query has come to its end by itself; nothing of one that the catalog doesn't know. */
    void ended(RunningQuery query, QueryState state) {
        boolean ranOnce = state == QueryState.STOPPED
                && !stopping
                && query.plan().trigger().kind() == TriggerSpec.Kind.ONCE;
        if ((state == QueryState.FINISHED || ranOnce) && isStored(query)) {
            store.setQueryState(query.id(), StoredQuery.State.valueOf(state.name()));
            opener.forget(query.id(), query.reads());
        }
    }

    private boolean isStored(RunningQuery query) {
        return store.queries().stream().anyMatch(stored -> stored.id().equals(query.id()));
    }

    /** Waits until the queries brought back have their state again, so that readers find views as they were; for a while at most. */
    void awaitRecovered() {
        try {
            CompletableFuture.allOf(recoveries.values().toArray(CompletableFuture[]::new))
                    .get(RECOVERY_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("not every query has recovered yet; sys.queries shows which", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Forgets a query that is no more. */
    void forget(RunningQuery query) {
        recoveries.remove(query.id());
        endings.remove(query.id());
    }

    /** Ends queries after their epoch, with a checkpoint. */
    void stopAll(List<RunningQuery> queries) {
        stopping = true;
        Map<RunningQuery, CompletableFuture<Void>> stops = new ConcurrentHashMap<>();
        for (RunningQuery query : queries) {
            query.execution()
                    .filter(execution ->
                            execution.state() == QueryState.RUNNING || execution.state() == QueryState.PAUSED)
                    .ifPresent(execution -> stops.put(query, execution.stop(false)));
        }
        stops.forEach((query, stopped) -> {
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
