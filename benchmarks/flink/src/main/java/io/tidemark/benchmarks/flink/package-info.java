/**
 * The Nexmark queries on Flink SQL in this process, over the same events, for comparison. {@link io.tidemark.benchmarks.flink.FlinkNexmark} has the
 * main method; {@code EventTableFactory} lets Flink read events that are in memory, {@code DigestSinkFactory} looks at a result.
 */
@NullMarked
package io.tidemark.benchmarks.flink;

import org.jspecify.annotations.NullMarked;
