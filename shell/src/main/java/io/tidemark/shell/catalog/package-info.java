/**
 * What the server knows, as the shell lists, describes and completes it.
 *
 * <p>Here: questions to JDBC's metadata, {@code INFORMATION_SCHEMA} and {@code sys}, and the layout of the answers. Not here: the
 * commands that ask. Read {@link io.tidemark.shell.catalog.Relations} first.
 */
@NullMarked
package io.tidemark.shell.catalog;

import org.jspecify.annotations.NullMarked;
