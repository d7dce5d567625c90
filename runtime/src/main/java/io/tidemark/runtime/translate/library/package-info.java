/**
 * What generated code calls for the functions of the library: parts of text, regular expressions, hashes, formatted times and JSON. Read {@link
 * io.tidemark.runtime.translate.library.TextParts} first; which function is which method says {@code CallTable}.
 *
 * <p>Not here: what operators, casts and arithmetic call, which is in {@link io.tidemark.runtime.translate.function}. Classes whose name ends in
 * Cache keep the last pattern, format, path or zone ready; each call in a statement has one of its own.
 */
@NullMarked
package io.tidemark.runtime.translate.library;

import org.jspecify.annotations.NullMarked;
