/**
 * Takes subqueries and LATERAL out of a plan: what is left has joins, and no operator that runs once for each row of another.
 *
 * <p>Read {@link io.tidemark.planner.rule.subquery.SubqueryUnnesting} first.
 */
@NullMarked
package io.tidemark.planner.rule.subquery;

import org.jspecify.annotations.NullMarked;
