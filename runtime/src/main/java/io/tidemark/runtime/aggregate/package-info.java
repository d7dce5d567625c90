/**
 * Aggregate functions as state in slab rows: how one is updated by a batch, and how its result is read off.
 *
 * <p>Nothing here knows of groups, windows or epochs: that is {@code io.tidemark.runtime.operator.AggregateOperator}. Read {@link
 * io.tidemark.runtime.aggregate.AccumulatorSpec} first.
 */
@NullMarked
package io.tidemark.runtime.aggregate;

import org.jspecify.annotations.NullMarked;
