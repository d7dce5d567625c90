/**
 * The equivalence property, tried at random: however its input is cut into epochs, with however many workers and partitions, and wherever it is
 * restarted, a query's result is what another engine answers over the rows accepted.
 *
 * <p>Read first: {@link io.tidemark.trial.Trial}, then {@link io.tidemark.trial.Trials}. {@code .grammar} makes queries, in Tidemark's words and in
 * DuckDB's; {@code .data} makes the rows, and cuts them into epochs; {@code .engine} runs a query on the engine, without a server; {@code .oracle}
 * asks DuckDB.
 */
@NullMarked
package io.tidemark.trial;

import org.jspecify.annotations.NullMarked;
