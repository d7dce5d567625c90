package io.tidemark.server.query;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.server.catalog.Dependencies;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Says of queries that read materialized views which of those stand still, so that nothing comes. */
final class UpstreamViews {

    private final Dependencies dependencies;
    private final Function<String, Optional<RunningQuery>> queries;

    /** Finds the queries behind views by name. */
    UpstreamViews(Dependencies dependencies, Function<String, Optional<RunningQuery>> queries) {
        this.dependencies = dependencies;
        this.queries = queries;
    }

    /** Why nothing comes from a view that a query reads, in words; empty if something may come, or if it reads none. */
    Optional<String> waitsFor(RunningQuery query) {
        if (query.isOver()) {
            return Optional.empty();
        }
        for (RelationName read : query.reads()) {
            for (Dependencies.QueryUse use : dependencies.queriesWriting(read)) {
                Optional<String> still =
                        queries.apply(use.query()).filter(RunningQuery::isView).flatMap(UpstreamViews::standsStill);
                if (still.isPresent()) {
                    return still;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> standsStill(RunningQuery view) {
        String state = view.stateName();
        boolean still = state.equals(QueryState.PAUSED.name())
                || state.equals(QueryState.FAILED.name())
                || state.equals(QueryState.STOPPED.name());
        return still
                ? Optional.of("waiting: materialized view \"" + view.name() + "\" is " + state.toLowerCase(Locale.ROOT))
                : Optional.empty();
    }
}
