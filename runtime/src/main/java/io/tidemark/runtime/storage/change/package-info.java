/**
 * What versions change, and what is kept of it.
 *
 * <p>Rows and versions are in {@code io.tidemark.runtime.storage.versioned}, and so is who is told of changes. Read {@link
 * io.tidemark.runtime.storage.change.Change} first.
 */
@NullMarked
package io.tidemark.runtime.storage.change;

import org.jspecify.annotations.NullMarked;
