/**
 * What generated code calls: SQL's arithmetic, text and time functions on the physical forms of values.
 *
 * <p>Functions take no NULLs, allocate as little as they can and fail with a {@code CodedException} made by {@link
 * io.tidemark.runtime.translate.function.RowFailures}. Results that don't fit one slot go into a register given as the last argument: a {@link
 * io.tidemark.runtime.translate.function.Slice} for bytes, an {@link io.tidemark.runtime.translate.function.Int128} for long decimals. Nothing
 * here knows of plans, batches' owners or Calcite.
 */
@NullMarked
package io.tidemark.runtime.translate.function;

import org.jspecify.annotations.NullMarked;
