package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.server.catalog.StoredRelation;
import io.tidemark.sql.error.CodedException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * New versions of materialized views, each with a query that runs beside the old one's until it takes its place.
 *
 * <p>The catalog changes by one record, which is on disk or is not: before it, a crash forgets the new version, whose files are those of a query that
 * no one knows; after it, the old one.
 */
final class ViewReplacements {

    private static final Logger LOG = LoggerFactory.getLogger(ViewReplacements.class);

    private final CatalogStore store;
    private final QueryOpener opener;
    private final Set<RunningQuery> versions = ConcurrentHashMap.newKeySet();
    private final QuerySettings settings;
    private final QueryRuns runs;

    ViewReplacements(CatalogStore store, QueryOpener opener, QuerySettings settings, QueryRuns runs) {
        this.store = store;
        this.opener = opener;
        this.settings = settings;
        this.runs = runs;
    }

    /** Whether a query is to be held before it is replaced. */
    static boolean runs(RunningQuery query) {
        return query.execution()
                .map(QueryExecution::state)
                .filter(state -> state == QueryState.RUNNING)
                .isPresent();
    }

    /** Begins a version; it reads everything from the beginning, so rows that the old one has put aside into a stream would come there again. */
    RunningQuery begin(StoredQuery stored, PlannedQuery plan) {
        for (KeptRow.Kind kind : KeptRow.Kind.values()) {
            QueryOptions.rowStream(stored.options(), kind).ifPresent(stream -> {
                throw CodedException.unsupported("replacing a materialized view whose "
                                + kind.name().toLowerCase(Locale.ROOT) + " rows go to a stream")
                        .hint("drop it first, then create it");
            });
        }
        RunningQuery version = new RunningQuery(stored);
        QueryOpener.Opened opened = opener.openNew(stored, plan, QueryOptions.apply(settings, stored.options()));
        version.opened(plan, opened.execution());
        opened.view().ifPresent(view -> opener.views().opened(version, view));
        versions.add(version);
        runs.run(version, opened.execution());
        return version;
    }

    void abandon(RunningQuery version) {
        versions.remove(version);
        opener.views().dropped(version);
        remove(version);
    }

    /** Writes down that a new version is the one that counts. When this returns it is on disk; when it throws, the old one counts. */
    void record(RunningQuery old, RunningQuery version, StoredRelation relation) {
        store.replaceView(old.stored().viewId().orElseThrow(), old.id(), relation, version.stored());
        versions.remove(version);
    }

    /** Ends a version that another has taken the place of. */
    void retire(RunningQuery old) {
        opener.views().replaced(old);
        remove(old);
    }

    private void remove(RunningQuery query) {
        if (query.execution().isPresent()) {
            query.requireExecution().drop().join();
        }
        opener.forget(query.id(), query.reads());
        opener.views().forget(query);
        opener.dropView(query);
        runs.forget(query);
    }

    /** Ends the versions that have not taken anyone's place. */
    void close() {
        for (RunningQuery version : Set.copyOf(versions)) {
            try {
                abandon(version);
            } catch (CodedException | CompletionException e) {
                // What is left of it is removed at the next start.
                LOG.warn("a new version of view \"{}\" did not end in order", version.name(), e);
            }
        }
    }
}
