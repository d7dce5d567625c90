/**
 * Phases that change a logical plan without changing its result.
 *
 * <p>Here: the phases in their fixed order. Not here: anything an engine other than ours would not understand.
 */
@NullMarked
package io.tidemark.planner.rule;

import org.jspecify.annotations.NullMarked;
