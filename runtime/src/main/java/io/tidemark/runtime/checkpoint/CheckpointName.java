package io.tidemark.runtime.checkpoint;

/**
 * Which checkpoint it is.
 *
 * @param epoch whose state it is
 * @param id tells it from others of the same epoch, which a query may come to again after a failure: a base is known by both
 */
public record CheckpointName(long epoch, long id) {}
