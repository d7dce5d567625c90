/**
 * Measurements with JMH, each against another way to get the same answer.
 *
 * <p>Nothing here is part of the server. Read {@link io.tidemark.benchmarks.CalcBenchmark} first.
 */
@NullMarked
package io.tidemark.benchmarks;

import org.jspecify.annotations.NullMarked;
