/**
 * Turns incremental plan nodes into operators, with their expressions compiled to code over batches.
 *
 * <p>Of the runtime, this package and those below it alone know Calcite. {@code translate.type} maps types, {@code translate.expression}
 * writes and compiles Java source, {@code translate.function} and {@code translate.library} hold what that source calls. What runs is in {@link
 * io.tidemark.runtime.operator}. Read {@link io.tidemark.runtime.translate.PlanTranslator} first.
 */
@NullMarked
package io.tidemark.runtime.translate;

import org.jspecify.annotations.NullMarked;
