package io.tidemark.sql.ast.security;

/** The kinds of things on which GRANT allows something. */
public enum SqlSecured {
    /** A stream, table or view. */
    RELATION,
    /** Everything in a schema. */
    SCHEMA,
    /** A running query. */
    QUERY,
    /** A secret. */
    SECRET,
    /** Everything. */
    SERVER;
}
