package io.tidemark.runtime.connector;

/** What a query delivers at each epoch. */
public enum OutputMode {
    /** Rows that will never change again. */
    APPEND,
    /** What changed since the last epoch. */
    UPDATE,
    /** The whole result, in place of what the sink held. */
    COMPLETE
}
