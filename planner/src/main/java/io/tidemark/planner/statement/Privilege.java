package io.tidemark.planner.statement;

/** What a user may be allowed to do. */
public enum Privilege {
    /** To read rows. */
    SELECT,
    /** To add rows. */
    INSERT,
    /** To change rows. */
    UPDATE,
    /** To remove rows. */
    DELETE,
    /** To create objects in a schema; on the server, schemas too. */
    CREATE,
    /** To name a secret in the options of what one creates. */
    USAGE,
    /** Everything that the owner may: also to change and drop the object, and to grant privileges on it. */
    ADMIN
}
