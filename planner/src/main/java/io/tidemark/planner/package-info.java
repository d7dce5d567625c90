/**
 * From a parse tree to a plan that can run: {@link io.tidemark.planner.Planner} is the entry.
 *
 * <p>Here: the entry and its results. The stages lie below in the order of the data: {@code catalog} (what is known of relations),
 * {@code validate} (names, types and the logical plan), {@code rule} (simplification of the logical plan), {@code incremental} (the
 * incremental plan with its traits), {@code explain} (text). Not here: batches, threads, connectors' code.
 */
@NullMarked
package io.tidemark.planner;

import org.jspecify.annotations.NullMarked;
