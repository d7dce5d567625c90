/**
 * The epoch loop: runs one query's dataflow in micro-batches, from planned ranges of its sources to committed deltas in its sink.
 *
 * <p>Read {@link io.tidemark.runtime.epoch.QueryExecution} first (the life cycle of a continuous query), then the protocol of one epoch in
 * {@code EpochRunner}. What is written to disk, and how, is in {@code io.tidemark.runtime.checkpoint}; what clients read, in {@code
 * io.tidemark.runtime.serving}; operators, sources and sinks are made by others and handed in.
 */
@NullMarked
package io.tidemark.runtime.epoch;

import org.jspecify.annotations.NullMarked;
