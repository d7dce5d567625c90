/**
 * Rows on their way to a client: frames in columns, for a driver that has asked for them. Read {@link io.tidemark.server.frame.ColumnFrames} first,
 * which says how they are laid out.
 *
 * <p>Where rows come from is in {@code io.tidemark.server.serving}; rows as Avatica's messages have them, for every other client, are in {@code
 * io.tidemark.server.avatica}.
 */
@NullMarked
package io.tidemark.server.frame;

import org.jspecify.annotations.NullMarked;
