package io.tidemark.runtime.accounting;

/** What becomes of late or bad rows: options {@code 'late.rows'} and {@code 'bad.rows'}. They are counted in any case. */
public enum RowPolicy {
    /** Kept in the query's row journal. */
    KEEP,
    /** Put into an internal stream. */
    STREAM,
    /** Counted only. */
    DROP,
    /** The query fails at the first one. */
    FAIL
}
