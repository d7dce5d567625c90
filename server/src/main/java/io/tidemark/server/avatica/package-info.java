/**
 * The JDBC endpoint: Avatica's protocol over HTTP with protobuf, on top of sessions.
 *
 * <p>Translates values, metadata and errors; carries out nothing itself. Read {@link io.tidemark.server.avatica.AvaticaEndpoint} first, then
 * {@link io.tidemark.server.avatica.ServerMeta}.
 */
@NullMarked
package io.tidemark.server.avatica;

import org.jspecify.annotations.NullMarked;
