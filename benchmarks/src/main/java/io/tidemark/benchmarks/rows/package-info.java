/**
 * How fast rows come through JDBC: a million rows of several shapes, single statements, and pushed rows. {@link
 * io.tidemark.benchmarks.rows.RowsBenchmark} and {@link io.tidemark.benchmarks.rows.PushBenchmark} have the main methods; servers and readers are
 * processes of their own. Avatica's own server, to compare with, is a module of its own, {@code benchmarks/avatica}.
 */
@NullMarked
package io.tidemark.benchmarks.rows;

import org.jspecify.annotations.NullMarked;
