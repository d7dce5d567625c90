package io.tidemark.runtime.epoch;

/** Where a query stands in its life. */
public enum QueryState {
    /** Made, not yet started. */
    CREATED,
    /** Running epochs, or waiting for input. */
    RUNNING,
    /** Held between two epochs, ready to go on. */
    PAUSED,
    /** Ended by a statement, by ONCE, or by the server going down; a new execution goes on from there. */
    STOPPED,
    /** Every source has ended and everything has been delivered. */
    FINISHED,
    /** Stopped by an error, with its durable state intact; RESUME goes on from there. */
    FAILED
}
