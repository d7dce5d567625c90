/**
 * An append-only log of blocks in segment files: how rows get onto disk and what of them is there after a crash.
 *
 * <p>A block's content is opaque here. Read {@link io.tidemark.runtime.storage.log.SegmentedLog} first; {@link
 * io.tidemark.runtime.storage.log.BlockHeader} and {@link io.tidemark.runtime.storage.log.SegmentHeader} document the layout of a file.
 */
@NullMarked
package io.tidemark.runtime.storage.log;

import org.jspecify.annotations.NullMarked;
