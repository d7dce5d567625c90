package io.tidemark.runtime.operator;

/**
 * One micro-batch, as it stands in the plan log.
 *
 * @param number from 1, rising by one
 * @param nowMicros the logged clock, micros since the epoch: what CURRENT_TIMESTAMP is in this epoch
 */
public record Epoch(long number, long nowMicros) {}
