package io.tidemark.server.system;

/** A table that the server fills from its own state whenever it is read. */
interface SystemTable {

    /** The table's name in the schema {@code sys}. */
    String name();

    /** The columns as they stand between the parentheses of CREATE TABLE. */
    String columns();

    /** Adds the rows as they are now. */
    void fill(SystemRows rows);
}
