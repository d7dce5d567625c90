package io.tidemark.planner.incremental.trait;

/** When a node that keeps state gives its rows out. */
public enum Emission {
    /** As soon as its input changes. */
    EARLY,
    /** Once, when the watermark has made the row final. */
    FINAL
}
