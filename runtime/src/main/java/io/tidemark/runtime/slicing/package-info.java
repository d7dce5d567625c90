/**
 * Aggregates over windows that overlap, by slices: a row is added up once, in the slice of time that it lies in, however many windows hold it.
 * All times of a slice are in the same windows.
 *
 * <p>Read {@link io.tidemark.runtime.slicing.Slices} first, then {@link io.tidemark.runtime.slicing.SlicedAggregateOperator} for results that are
 * given out once, and {@link io.tidemark.runtime.slicing.SlicedUpdatesOperator} for those that are given out with every change. Which aggregates
 * can be sliced is decided by {@code io.tidemark.planner.incremental.window.WindowSlicing}.
 */
@NullMarked
package io.tidemark.runtime.slicing;

import org.jspecify.annotations.NullMarked;
