/**
 * Scripts and the commands that begin with a backslash.
 *
 * <p>Here: the interpreter, through which everything passes that is typed or stands in a script, and what each command does with the
 * session. Not here: listing, describing, charts and live views themselves, which have packages of their own. Read
 * {@link io.tidemark.shell.command.Interpreter} first.
 */
@NullMarked
package io.tidemark.shell.command;

import org.jspecify.annotations.NullMarked;
