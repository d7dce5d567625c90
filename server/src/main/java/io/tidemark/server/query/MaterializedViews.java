package io.tidemark.server.query;

import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.runtime.serving.VersionedResult;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The contents of the materialized views, by relation id, and what those who watch one are told when its query comes to an end: after the last
 * row of a query that finished there is nothing more, and any other end is an error. Thread-safe.
 */
final class MaterializedViews {

    private final Map<String, VersionedResult> views = new ConcurrentHashMap<>();

    Optional<VersionedResult> find(String relationId) {
        return Optional.ofNullable(views.get(relationId));
    }

    private Optional<VersionedResult> of(RunningQuery query) {
        return query.stored().viewId().flatMap(this::find);
    }

    void opened(RunningQuery query, VersionedResult view) {
        views.put(query.stored().viewId().orElseThrow(), view);
    }

    /** Follows an execution to its end; to be called again when a query that failed is resumed. */
    void follow(RunningQuery query, QueryExecution execution) {
        of(query).ifPresent(view -> {
            // A failure is passed on to those who watch, and stays in the query's status.
            var unused = execution.completion().handle((summary, failure) -> {
                if (failure != null) {
                    view.rows().changes().close(failed(query, failure));
                } else if (summary.state() == QueryState.FINISHED || query.wanted() == StoredQuery.State.FINISHED) {
                    view.finish();
                } else {
                    view.rows().changes().close(stopped(query));
                }
                return summary;
            });
        });
    }

    private static CodedException failed(RunningQuery query, Throwable failure) {
        Throwable cause =
                failure instanceof CodedException || failure.getCause() == null ? failure : failure.getCause();
        String reason = cause instanceof CodedException coded ? coded.render() : cause.toString();
        return CodedException.of(
                        ErrorCode.QUERY_FAILED, "materialized view \"" + query.name() + "\" has failed: " + reason)
                .hint("mend the cause, then RESUME QUERY " + query.name() + " and watch it again")
                .cause(cause);
    }

    private static CodedException stopped(RunningQuery query) {
        return CodedException.of(
                        ErrorCode.WRONG_STATE,
                        "materialized view \"" + query.name() + "\" was stopped, so it changes no more")
                .hint("SELECT without STREAM reads its rows");
    }

    /** Lets a view that had failed be watched again. */
    void resumed(RunningQuery query) {
        of(query).ifPresent(view -> view.rows().changes().reopen());
    }

    /** Ends what those read who watch a version of a view that is no more. */
    void replaced(RunningQuery query) {
        of(query)
                .ifPresent(view -> view.rows()
                        .changes()
                        .close(CodedException.of(
                                        ErrorCode.CONFLICT,
                                        "materialized view \"" + query.name() + "\" was replaced by another version")
                                .hint("watch it again")));
    }

    void dropped(RunningQuery query) {
        of(query)
                .ifPresent(view -> view.rows()
                        .changes()
                        .close(CodedException.of(
                                ErrorCode.CONFLICT, "materialized view \"" + query.name() + "\" was dropped")));
    }

    void forget(RunningQuery query) {
        query.stored().viewId().ifPresent(views::remove);
    }
}
