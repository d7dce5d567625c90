package io.tidemark.planner.incremental;

/** What a continuous query gives out at each epoch. */
public enum EmitMode {
    /** Rows that will never change again. */
    APPEND,
    /** What changed since the last epoch. */
    UPDATE,
    /** The whole result, in place of what the target held. */
    COMPLETE
}
