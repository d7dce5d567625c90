/**
 * Compiles expressions to Java source over batches, and the source to classes.
 *
 * <p>Per Calc: one loop that filters into a selection, then one small method per output column with a loop over the selected positions. Each
 * loop has two bodies: one for batches whose used columns hold no NULL, and one that tracks NULLs with three-valued logic. Read {@link
 * io.tidemark.runtime.translate.expression.ExpressionCompiler} first, then {@code ExpressionGenerator} and the list of functions in {@code
 * CallTable}.
 */
@NullMarked
package io.tidemark.runtime.translate.expression;

import org.jspecify.annotations.NullMarked;
