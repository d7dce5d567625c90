/**
 * Values from text: numbers, decimals, dates and times, UTF-8, with the errors of rows that don't fit their types. What JSON and CSV have in
 * common; {@link io.tidemark.runtime.batch.ValueText} is the way back.
 *
 * <p>Nothing here knows of files, messages or any one format. Read {@link io.tidemark.connectors.value.TextValueReader} first.
 */
@NullMarked
package io.tidemark.connectors.value;

import org.jspecify.annotations.NullMarked;
