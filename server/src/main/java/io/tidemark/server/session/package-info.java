/**
 * Sessions: one per connection, each with its settings; they carry out statements one at a time.
 *
 * <p>No wire protocol here, and no operators. Read {@link io.tidemark.server.session.Session} first, then {@link
 * io.tidemark.server.session.StatementExecutor}.
 */
@NullMarked
package io.tidemark.server.session;

import org.jspecify.annotations.NullMarked;
