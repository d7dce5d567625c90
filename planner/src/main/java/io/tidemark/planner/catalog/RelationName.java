package io.tidemark.planner.catalog;

import java.util.Locale;

/** A relation's schema and name, as written at its creation. Names are looked up without regard to case. */
public record RelationName(String schema, String name) {

    /** The schema that relations are created in where none is named. */
    public static final String DEFAULT_SCHEMA = "public";

    /** The schema of the tables that say how the server runs. */
    public static final String SYSTEM_SCHEMA = "sys";

    /** The schema of the tables that describe the catalog as the SQL standard has it. */
    public static final String INFORMATION_SCHEMA = "INFORMATION_SCHEMA";

    /** Whether a schema holds the server's own tables. */
    public static boolean isOwnSchema(String schema) {
        return schema.equalsIgnoreCase(SYSTEM_SCHEMA) || schema.equalsIgnoreCase(INFORMATION_SCHEMA);
    }

    /** The form by which names that differ in case alone are the same. */
    public RelationName folded() {
        return new RelationName(schema.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }

    /** The name alone in the default schema, else {@code schema.name}. */
    @Override
    public String toString() {
        return schema.equalsIgnoreCase(DEFAULT_SCHEMA) ? name : schema + "." + name;
    }
}
