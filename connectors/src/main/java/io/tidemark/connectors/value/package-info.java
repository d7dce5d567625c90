/**
 * Values as text, and back: numbers, decimals, dates and times, UTF-8, with the errors of rows that don't fit their types. What JSON and CSV
 * have in common.
 *
 * <p>Nothing here knows of files, messages or any one format. Read {@link io.tidemark.connectors.value.TextValueReader} and {@link
 * io.tidemark.connectors.value.ValueText} first.
 */
@NullMarked
package io.tidemark.connectors.value;

import org.jspecify.annotations.NullMarked;
