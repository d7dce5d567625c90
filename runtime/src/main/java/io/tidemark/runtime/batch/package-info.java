/**
 * Rows in columns: types, schemas, columns and the batches that carry them between sources, operators and sinks.
 *
 * <p>Nothing here knows of plans, state, threads or any connector. Read {@link io.tidemark.runtime.batch.Batch} first, then
 * {@link io.tidemark.runtime.batch.Column} and {@link io.tidemark.runtime.batch.BatchBuilder}.
 */
@NullMarked
package io.tidemark.runtime.batch;

import org.jspecify.annotations.NullMarked;
