package io.tidemark.server.query;

import io.tidemark.server.catalog.SessionContext;
import java.util.Map;
import java.util.Optional;

/**
 * A query to be made.
 *
 * @param name free among queries
 * @param viewId the id of the materialized view that it feeds, if it feeds one
 * @param statement its text
 * @param context what the text was read with
 * @param options those given WITH it
 */
public record QueryRequest(
        String name, Optional<String> viewId, String statement, SessionContext context, Map<String, String> options) {}
