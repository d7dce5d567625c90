package io.tidemark.runtime.epoch;

/**
 * The rows of one source of a query since the query began: {@code read = accepted + late + bad + filtered}.
 *
 * @param source the relation's name
 * @param read rows that the source held in the ranges read
 * @param accepted rows that took the ordinary way
 * @param late rows that every operator judging lateness had to leave out
 * @param bad rows that did not parse, or whose evaluation failed before the first operator that keeps state
 * @param filtered rows that the connector left out, as its options say
 * @param position what was read last, in the connector's words; empty before the first range
 */
public record SourceStatus(
        String source, long read, long accepted, long late, long bad, long filtered, String position) {}
