/**
 * The layouts of a result: table and vertical for people, CSV and JSON for programs.
 *
 * <p>Here: how rows of texts are written. Not here: where the rows come from and where the text goes, which is the business of
 * {@code io.tidemark.shell}. Read {@link io.tidemark.shell.format.RowWriter} first.
 */
@NullMarked
package io.tidemark.shell.format;

import org.jspecify.annotations.NullMarked;
