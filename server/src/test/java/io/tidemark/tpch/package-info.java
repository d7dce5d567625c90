/**
 * The 22 queries of TPC-H as materialized views over tables that change: what they hold is what DuckDB answers. {@code TpchChanges} makes the
 * transactions, {@code TpchRows} their rows. The queries are in the test resources, with literals that fit so few rows, and an order only where
 * a LIMIT needs one.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.tpch;
