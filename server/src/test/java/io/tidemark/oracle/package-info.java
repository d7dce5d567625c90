/**
 * What tests share that hold results against those of another engine: {@link io.tidemark.oracle.ResultRows} compares, {@link
 * io.tidemark.oracle.DuckDb} answers. Random queries have an oracle of their own in {@code io.tidemark.trial.oracle}.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.oracle;
