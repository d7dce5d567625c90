/**
 * Reading relations once, and for ever: snapshot queries and push queries over whatever stands behind a relation.
 *
 * <p>Read {@link io.tidemark.server.serving.RelationReader} first.
 */
@NullMarked
package io.tidemark.server.serving;

import org.jspecify.annotations.NullMarked;
