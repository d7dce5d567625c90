package io.tidemark.server.catalog;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A continuous query as the catalog keeps it.
 *
 * @param id never used again; names the query's directory
 * @param sequence the order of creation
 * @param name unique among queries, without regard to case
 * @param viewId the id of the materialized view that it feeds, if it feeds one
 * @param statement the INSERT or CREATE MATERIALIZED VIEW statement's text
 * @param context what unqualified names and local times meant when it was created
 * @param options those given WITH it, and since then by ALTER QUERY
 * @param state what it was last told to be, or became by itself
 */
public record StoredQuery(
        String id,
        long sequence,
        String name,
        Optional<String> viewId,
        String statement,
        SessionContext context,
        Map<String, String> options,
        State state,
        Instant createdAt) {

    public StoredQuery {
        options = Map.copyOf(options);
    }

    StoredQuery withState(State newState) {
        return new StoredQuery(id, sequence, name, viewId, statement, context, options, newState, createdAt);
    }

    StoredQuery withOptions(Map<String, String> newOptions) {
        return new StoredQuery(id, sequence, name, viewId, statement, context, newOptions, state, createdAt);
    }

    StoredQuery withOwner(String owner) {
        return new StoredQuery(
                id, sequence, name, viewId, statement, context.withUser(owner), options, state, createdAt);
    }

    /** What a query is to be when the server starts. */
    public enum State {
        RUNNING,
        PAUSED,
        /** Stopped by STOP QUERY: kept by name only until it is dropped. */
        STOPPED,
        /** Ended by itself: its input ended, or it was to run once. */
        FINISHED
    }
}
