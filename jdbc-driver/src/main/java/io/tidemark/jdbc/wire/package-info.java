/**
 * How calls reach a server: messages of Avatica's protocol over HTTP or within the process, one for each call, and what is done when the server
 * does not answer or does not know the connection. Read {@link io.tidemark.jdbc.wire.WireService} first.
 */
@NullMarked
package io.tidemark.jdbc.wire;

import org.jspecify.annotations.NullMarked;
