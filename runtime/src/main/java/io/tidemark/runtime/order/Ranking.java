package io.tidemark.runtime.order;

/** How rows in order are numbered, from 1. */
public enum Ranking {
    /** Each row has its own number; those that tie are ordered by all their columns. */
    ROW_NUMBER,
    /** One more than the number of rows before, not counting those that tie. */
    RANK,
    /** One more than the number of different places before. */
    DENSE_RANK
}
