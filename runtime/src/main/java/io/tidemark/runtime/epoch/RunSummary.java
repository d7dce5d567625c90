package io.tidemark.runtime.epoch;

/**
 * How an execution ended.
 *
 * @param state {@link QueryState#STOPPED} or {@link QueryState#FINISHED}
 * @param rowsIn rows read by this execution, without those read again in replay
 * @param rowsOut rows delivered by this execution
 */
public record RunSummary(QueryState state, long rowsIn, long rowsOut) {}
