/**
 * The SQL shell: a person or a script on one side, JDBC on the other.
 *
 * <p>Here: the command line, the splitting of scripts into statements, the line editor, backslash commands, and the layouts of
 * results. Not here: anything that knows Tidemark's server; the shell works with any JDBC URL, and sees of Tidemark its driver
 * alone. Read {@link io.tidemark.shell.Shell} first, then {@link io.tidemark.shell.Session}, through which both the script
 * runner and the interactive loop pass every statement.
 */
@NullMarked
package io.tidemark.shell;

import org.jspecify.annotations.NullMarked;
