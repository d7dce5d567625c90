package io.tidemark.planner.catalog;

import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * One column of a relation.
 *
 * @param name as written at creation
 * @param type the SQL type with its nullability
 * @param role where its values come from
 * @param metadataKey the connector's key of a {@link Role#METADATA} column, else null
 * @param expression the SQL text of a {@link Role#COMPUTED} column, else null
 */
public record ColumnDefinition(
        String name,
        RelDataType type,
        Role role,
        @Nullable String metadataKey,
        @Nullable String expression) {

    /** Where the values of a column come from. */
    public enum Role {
        /** From the row's payload; written by inserts. */
        PHYSICAL,
        /** From the connector, and written by inserts (not VIRTUAL). */
        METADATA,
        /** From the connector; not written by inserts (VIRTUAL). */
        VIRTUAL_METADATA,
        /** Computed from the other columns; not written by inserts. */
        COMPUTED
    }

    /** A column that a row's payload carries. */
    public static ColumnDefinition physical(String name, RelDataType type) {
        return new ColumnDefinition(name, type, Role.PHYSICAL, null, null);
    }

    /** Whether INSERT gives this column a value. */
    public boolean isWritable() {
        return role == Role.PHYSICAL || role == Role.METADATA;
    }
}
