/**
 * The operators and functions of the dialect, above all those that Calcite lacks.
 *
 * <p>Not here: how they are computed, which is the runtime's business. Read {@link io.tidemark.planner.function.DialectOperators} first.
 */
@NullMarked
package io.tidemark.planner.function;

import org.jspecify.annotations.NullMarked;
