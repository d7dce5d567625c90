/**
 * The connector {@code datagen}: rows made up from their number. The one to copy for a new source: everything a source has to do is here or in
 * {@code generator}, and nothing outside can fail.
 *
 * <p>Read {@link io.tidemark.connectors.datagen.DatagenConnector} first, then {@code GeneratedSource} in {@link
 * io.tidemark.connectors.generator}, which plans the ranges that are read.
 */
@NullMarked
package io.tidemark.connectors.datagen;

import org.jspecify.annotations.NullMarked;
