/**
 * What keeps the HTTP server from clients that send too much or too slowly.
 *
 * <p>What requests say is in {@code io.tidemark.server.avatica}. Read {@link io.tidemark.server.http.RequestBody} first.
 */
@NullMarked
package io.tidemark.server.http;

import org.jspecify.annotations.NullMarked;
