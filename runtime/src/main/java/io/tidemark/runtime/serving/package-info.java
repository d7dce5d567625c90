/**
 * What clients read: the result of a materialized view, the answer to a snapshot query, the rows that a push query delivers as they come.
 *
 * <p>Read {@link io.tidemark.runtime.serving.SnapshotExecution} first. Sessions, statements and frames are the server's business; how rows with
 * versions lie in memory is that of {@code io.tidemark.runtime.storage.versioned}.
 */
@NullMarked
package io.tidemark.runtime.serving;

import org.jspecify.annotations.NullMarked;
