/**
 * Batches as bytes: the columnar encoding that logs, snapshots, checkpoints and any other durable form of rows share, and rows as JSON text.
 *
 * <p>Nothing here knows of files. Read {@link io.tidemark.runtime.storage.codec.BatchCodec} first; it documents the byte layout.
 */
@NullMarked
package io.tidemark.runtime.storage.codec;

import org.jspecify.annotations.NullMarked;
