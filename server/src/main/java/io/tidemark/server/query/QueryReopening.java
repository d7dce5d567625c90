package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens queries that are in the catalog but not open: at the start of a server, when they are resumed, and again and again while a system
 * outside does not answer. Thread-safe.
 */
final class QueryReopening implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(QueryReopening.class);
    private static final Set<ErrorCode> PASSING =
            Set.of(ErrorCode.EXTERNAL_UNREACHABLE, ErrorCode.EXTERNAL_CONNECTION_LOST);

    private final QueryOpener opener;
    private final QuerySettings settings;
    private final Dependencies dependencies;
    private final Reopened reopened;
    private final OpeningRetries retries;
    private final Map<String, Supplier<PlannedQuery>> planners = new ConcurrentHashMap<>();
    private volatile boolean someUnreachable;

    /** What happens with a query that is open again. */
    @FunctionalInterface
    interface Reopened {
        /** Takes the opened query in, and lets it go on as the catalog says. */
        void accept(RunningQuery query, PlannedQuery plan, QueryOpener.Opened opened);
    }

    /** Reopening with the server's settings, which a query's own options override. */
    QueryReopening(
            QueryOpener opener, QuerySettings settings, Dependencies dependencies, Clock clock, Reopened reopened) {
        this.opener = opener;
        this.settings = settings;
        this.dependencies = dependencies;
        this.reopened = reopened;
        this.retries = new OpeningRetries(clock, this::reopen);
    }

    /**
     * Opens a query after a restart. Once one has been found unreachable, others that use connectors are opened in the background: else each of
     * them could hold the start up for as long.
     *
     * @param planner gives the query's plan
     */
    void restore(RunningQuery query, Supplier<PlannedQuery> planner) {
        planners.put(query.id(), planner);
        query.ifNotOpen(() -> attempt(query, someUnreachable));
    }

    /** Opens a query that is not open; what keeps it from that is then in the query. */
    void reopen(RunningQuery query) {
        query.ifNotOpen(() -> attempt(query, false));
    }

    private void attempt(RunningQuery query, boolean mayDefer) {
        try {
            PlannedQuery plan = query.isPlanned() ? query.plan() : plan(query);
            if (mayDefer && opener.usesConnectors(plan)) {
                query.waiting("waiting to be opened");
                retries.soon(query);
                return;
            }
            QueryOpener.Opened opened =
                    opener.open(query.stored(), plan, QueryOptions.apply(settings, query.options()), query.options());
            retries.forget(query);
            reopened.accept(query, plan, opened);
        } catch (UncheckedIOException e) {
            unreachable(query, CodedException.unreachable(String.valueOf(e.getMessage()), e));
        } catch (CodedException e) {
            if (PASSING.contains(e.code())) {
                unreachable(query, e);
            } else {
                failed(query, e);
            }
        } catch (RuntimeException e) {
            LOG.error("opening query \"{}\" failed", query.name(), e);
            failed(query, CodedException.internal("opening failed with " + e).cause(e));
        }
    }

    private PlannedQuery plan(RunningQuery query) {
        PlannedQuery plan = planners.getOrDefault(query.id(), query::plan).get();
        query.planned(plan);
        opener.rowStreams().noteUses(query, plan, dependencies);
        return plan;
    }

    private void unreachable(RunningQuery query, CodedException error) {
        someUnreachable = true;
        if (query.needsOpening()) {
            long wait = retries.afterFailure(query);
            LOG.warn("query \"{}\" is not open yet, trying again in {} ms: {}", query.name(), wait, error.render());
            query.waiting("trying again in " + wait + " ms: " + error.render());
        }
    }

    private void failed(RunningQuery query, CodedException error) {
        LOG.warn("query \"{}\" could not be opened: {}", query.name(), error.render());
        retries.forget(query);
        query.notOpened(error);
    }

    /** Never opens a query again that is being dropped; waits for an attempt under way. */
    void forget(RunningQuery query) {
        query.dropped();
        retries.forget(query);
        planners.remove(query.id());
    }

    /** Begins no attempt any more; waits for one under way. */
    @Override
    public void close() {
        retries.close();
    }
}
