/**
 * The Nexmark benchmark: whole queries over events in memory. {@link io.tidemark.benchmarks.nexmark.NexmarkBenchmark} has the main method, {@code
 * EventTables} the events, {@code QueryRun} runs a query over them. The same queries on another engine are a module of their own, {@code
 * benchmarks/flink}.
 */
@NullMarked
package io.tidemark.benchmarks.nexmark;

import org.jspecify.annotations.NullMarked;
