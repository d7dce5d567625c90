/**
 * What a running plan costs, node by node: counters that cost two readings of the clock a batch and node, and nothing a row.
 *
 * <p>{@link io.tidemark.runtime.measure.StageMeter} counts, {@link io.tidemark.runtime.measure.NodeMeasure} is what others see of it between two
 * epochs; {@link io.tidemark.runtime.measure.KeyedProgress} is what state by key adds. The dataflow of {@code io.tidemark.runtime.translate} drives them; {@code EXPLAIN ANALYZE} and {@code EXPLAIN WHY} of the server read them.
 */
@NullMarked
package io.tidemark.runtime.measure;

import org.jspecify.annotations.NullMarked;
