/**
 * Random relational queries, held against DuckDB: joins, nested and correlated subqueries, set operations, over tables whose rows come, change and go.
 *
 * <p>{@code QueryGenerator} makes the queries, {@code RelationalOracleTest} asks them.
 */
@NullMarked
package io.tidemark.relational;

import org.jspecify.annotations.NullMarked;
