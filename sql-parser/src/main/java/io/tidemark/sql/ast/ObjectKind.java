package io.tidemark.sql.ast;

import java.util.Locale;

/** The kinds of objects that statements name. */
public enum ObjectKind {
    /** Rows only appended. */
    STREAM,
    /** Rows that change. */
    TABLE,
    /** A name for query text. */
    VIEW,
    /** A kept result. */
    MATERIALIZED_VIEW,
    /** A running query. */
    QUERY,
    /** An index on a table or materialized view. */
    INDEX,
    /** A schema. */
    SCHEMA,
    /** A function. */
    FUNCTION;

    /** Returns the keywords, as in {@code MATERIALIZED VIEW}. */
    public String keywords() {
        return name().replace('_', ' ');
    }

    /** Returns the words for a message, as in {@code materialized view}. */
    public String words() {
        return keywords().toLowerCase(Locale.ROOT);
    }
}
