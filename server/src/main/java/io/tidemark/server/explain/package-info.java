/**
 * What EXPLAIN says of queries that run: {@code ANALYZE}, what each node costs, and {@code WHY}, what a query waits for.
 *
 * <p>Read {@link io.tidemark.server.explain.WhyText} first. Plans that don't run are explained by {@code io.tidemark.planner.explain}; the statement
 * itself is carried out in {@code io.tidemark.server.session}.
 */
@NullMarked
package io.tidemark.server.explain;

import org.jspecify.annotations.NullMarked;
