/**
 * The text of EXPLAIN: {@link io.tidemark.planner.explain.Explainer}.
 *
 * <p>Here: the plan as a person reads it, at each level but CODE and ANALYZE, which the runtime adds to. Not here: any decision.
 */
@NullMarked
package io.tidemark.planner.explain;

import org.jspecify.annotations.NullMarked;
