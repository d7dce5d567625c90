/**
 * The text of scripts: tokens, statements, backslash commands and their arguments, variables, conditions.
 *
 * <p>Here: what can be told from text alone. Not here: running it, which is the business of {@code io.tidemark.shell.command}.
 * Read {@link io.tidemark.shell.script.StatementSplitter} first.
 */
@NullMarked
package io.tidemark.shell.script;

import org.jspecify.annotations.NullMarked;
