/**
 * A connection, what the user has chosen, and statements that are run on it.
 *
 * <p>Here: the session, the running of one statement and the printing of its result, progress, pager and errors. Not here: scripts
 * and backslash commands, which are in {@code io.tidemark.shell.command}. Read {@link io.tidemark.shell.session.Session} first.
 */
@NullMarked
package io.tidemark.shell.session;

import org.jspecify.annotations.NullMarked;
