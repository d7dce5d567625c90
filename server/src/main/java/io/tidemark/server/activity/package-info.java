/**
 * Who is connected, what runs, and how it is ended from outside: the rows of {@code sys.sessions} and the ends of KILL.
 *
 * <p>What a session does is in {@code io.tidemark.server.session}; how its client speaks to it in {@code io.tidemark.server.avatica}. Read {@link
 * io.tidemark.server.activity.ConnectedSessions} first.
 */
@NullMarked
package io.tidemark.server.activity;

import org.jspecify.annotations.NullMarked;
