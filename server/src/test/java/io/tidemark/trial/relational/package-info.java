/**
 * Queries over tables and streams without regard to time: joins, subqueries, set operations, top-n and OVER, as texts that mean the same to
 * Tidemark and to DuckDB. What hangs on event time is in {@code trial.grammar}.
 */
@NullMarked
package io.tidemark.trial.relational;

import org.jspecify.annotations.NullMarked;
