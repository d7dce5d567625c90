/**
 * Rows with versions in memory: what materialized views and internal tables serve from. A writer changes rows and publishes whole versions;
 * readers pin a version and see it unchanged until they let it go.
 *
 * <p>Nothing here knows of files or queries. Read {@link io.tidemark.runtime.storage.versioned.VersionedRows} first, then {@link
 * io.tidemark.runtime.storage.versioned.VersionedSnapshot} and {@link io.tidemark.runtime.storage.versioned.ChangeFeed}.
 */
@NullMarked
package io.tidemark.runtime.storage.versioned;

import org.jspecify.annotations.NullMarked;
