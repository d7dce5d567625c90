package io.tidemark.sql.ast.security;

/** What GRANT allows. */
public enum SqlPrivilege {
    /** To read. */
    SELECT,
    /** To add rows. */
    INSERT,
    /** To change rows. */
    UPDATE,
    /** To remove rows. */
    DELETE,
    /** To create objects. */
    CREATE,
    /** To name a secret in options. */
    USAGE,
    /** Everything, which its owner may. */
    ADMIN,
    /** All of the former but ADMIN. */
    ALL
}
