/**
 * What a query leaves on disk, so that it goes on after a crash as if nothing had happened: the plan log that all queries share, the
 * checkpoints of each query's state, and the journal of its late and bad rows.
 *
 * <p>Read {@link io.tidemark.runtime.checkpoint.PlanLog} first. Every file goes
 * through {@link io.tidemark.runtime.checkpoint.DurableFiles}, so that tests can lose, tear and flip what a crash might. Nothing here runs a
 * query: that is {@code io.tidemark.runtime.epoch}.
 */
@NullMarked
package io.tidemark.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
