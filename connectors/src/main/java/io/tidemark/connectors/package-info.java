/**
 * The list of connectors, {@link io.tidemark.connectors.Connectors}. Each connector and each format has a package of its own below; {@code
 * datagen} is the one to copy for a new source.
 */
@NullMarked
package io.tidemark.connectors;

import org.jspecify.annotations.NullMarked;
