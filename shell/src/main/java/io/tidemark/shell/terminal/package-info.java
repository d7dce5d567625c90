/**
 * The prompt: the line editor, highlighting, completion and history.
 *
 * <p>Here: what happens until a statement or command is complete. Not here: running it, which is the business of
 * {@code io.tidemark.shell.command}. Read {@link io.tidemark.shell.terminal.InteractiveLoop} first.
 */
@NullMarked
package io.tidemark.shell.terminal;

import org.jspecify.annotations.NullMarked;
