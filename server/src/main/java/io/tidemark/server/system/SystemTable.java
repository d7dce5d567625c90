package io.tidemark.server.system;

import io.tidemark.planner.catalog.RelationName;

/** A table that the server fills from its own state whenever it is read. */
public interface SystemTable {

    /** The schema that it is in. */
    default String schema() {
        return RelationName.SYSTEM_SCHEMA;
    }

    /** The table's name in its schema. */
    String name();

    /** The columns as they stand between the parentheses of CREATE TABLE. */
    String columns();

    /** Adds the rows as they are now, those that a user may see. */
    void fill(SystemRows rows);
}
