/**
 * The connector {@code datagen}: rows made up from their number. The one to copy for a new source: everything a source has to do is here, and
 * nothing outside can fail.
 *
 * <p>Read {@link io.tidemark.connectors.datagen.DatagenConnector} first, then {@code DatagenSource}, which plans, and {@code DatagenReader},
 * which makes the rows.
 */
@NullMarked
package io.tidemark.connectors.datagen;

import org.jspecify.annotations.NullMarked;
