/**
 * What functions that CREATE FUNCTION brings in are written against.
 *
 * <p>Only interfaces and annotations, which need nothing but Java: how the server calls them is in {@code io.tidemark.runtime.translate.user}. Read
 * {@link io.tidemark.function.ScalarFunction} first.
 */
@NullMarked
package io.tidemark.function;

import org.jspecify.annotations.NullMarked;
