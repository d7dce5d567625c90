/**
 * From the logical plan to the incremental plan: one visitor, {@link io.tidemark.planner.translate.IncrementalTranslator}, and what it needs to
 * derive traits.
 *
 * <p>Not here: the decision for an output mode, which chooses between translations.
 */
@NullMarked
package io.tidemark.planner.translate;

import org.jspecify.annotations.NullMarked;
