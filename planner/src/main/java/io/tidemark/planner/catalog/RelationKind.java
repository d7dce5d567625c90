package io.tidemark.planner.catalog;

/** The kinds of relations; all of a schema share one namespace. */
public enum RelationKind {
    /** Rows are only ever appended. */
    STREAM("stream"),
    /** Rows change. */
    TABLE("table"),
    /** A name for query text. */
    VIEW("view"),
    /** A continuous query whose result the server keeps. */
    MATERIALIZED_VIEW("materialized view"),
    /** A read-only table of the schema {@code sys} or {@code information_schema}. */
    SYSTEM_TABLE("system table");

    private final String word;

    RelationKind(String word) {
        this.word = word;
    }

    /** The kind in the words of messages. */
    public String word() {
        return word;
    }
}
