/**
 * The SQL shell: a person or a script on one side, JDBC on the other.
 *
 * <p>Here: the command line. In the packages below: {@code script} cuts text into statements, {@code session} runs one statement,
 * {@code format} lays results out, {@code catalog} lists and describes, {@code chart} draws, {@code live} follows, {@code command} has
 * scripts and backslash commands, {@code terminal} the prompt. Not here: anything that is part of Tidemark's server; the shell works
 * with any JDBC URL, and sees of Tidemark its driver alone. Read {@link io.tidemark.shell.Shell} first, then
 * {@link io.tidemark.shell.command.Interpreter}, through which everything passes that is typed or stands in a script.
 */
@NullMarked
package io.tidemark.shell;

import org.jspecify.annotations.NullMarked;
