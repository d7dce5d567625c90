/**
 * The server's own durable storage: internal streams (logs of rows) and internal tables (rows with versions and a log of changes), which queries
 * read and write through the same interfaces as any connector.
 *
 * <p>How rows lie in memory is in {@code .versioned}, how they lie in bytes in {@code .codec}, how bytes get onto disk in {@code .log}. Read
 * {@link io.tidemark.runtime.storage.StorageEngine} first.
 */
@NullMarked
package io.tidemark.runtime.storage;

import org.jspecify.annotations.NullMarked;
