/**
 * Clients that others have written, as their users run them: each on the self-contained driver, against one server in a process of its own.
 *
 * <p>Nothing of the server's is on the class path. Read {@link io.tidemark.clients.Shop} first: what is on the server.
 */
@NullMarked
package io.tidemark.clients;

import org.jspecify.annotations.NullMarked;
