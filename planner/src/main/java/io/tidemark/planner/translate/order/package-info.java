/**
 * Rows in order: filters on a rank, LIMIT, and OVER. Finds in the logical plan what the nodes for them compute, and makes the nodes.
 *
 * <p>Read {@link io.tidemark.planner.translate.order.RankFilter} first.
 */
@NullMarked
package io.tidemark.planner.translate.order;

import org.jspecify.annotations.NullMarked;
