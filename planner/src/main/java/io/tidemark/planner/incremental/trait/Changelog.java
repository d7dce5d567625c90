package io.tidemark.planner.incremental.trait;

/** How the rows on an edge change. */
public enum Changelog {
    /** Rows are only added: every weight is positive. */
    APPEND,
    /** Old rows are taken back in full (weight -1) when they change. */
    RETRACT
}
