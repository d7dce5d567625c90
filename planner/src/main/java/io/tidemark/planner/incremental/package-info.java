/**
 * The incremental plan: what the runtime executes, node by node, each with its traits (changelog, emission, watermarks, key).
 *
 * <p>Nodes are immutable records of one sealed interface; expressions are Calcite's {@code RexNode}. No batches, threads or connectors. Read
 * {@link io.tidemark.planner.incremental.IncrementalNode} first.
 */
@NullMarked
package io.tidemark.planner.incremental;

import org.jspecify.annotations.NullMarked;
