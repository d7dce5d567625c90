package io.tidemark.server.catalog;

import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import java.time.ZoneId;
import java.util.List;

/**
 * A relation that can be looked up.
 *
 * @param id names its directory in the storage; for a system table its name
 * @param definition what was declared
 * @param zone the session time zone at its creation
 * @param owner the user who created it; empty where there were no users, and for a system table
 */
public record CatalogEntry(String id, RelationDefinition definition, ZoneId zone, String owner) {

    /** A relation that belongs to no one, and so to the administrators. */
    public CatalogEntry(String id, RelationDefinition definition, ZoneId zone) {
        this(id, definition, zone, "");
    }

    /** The same relation with other indexes. */
    public CatalogEntry withIndexes(List<IndexDefinition> indexes) {
        return new CatalogEntry(id, definition.withIndexes(indexes), zone, owner);
    }

    /** The same relation of another owner. */
    public CatalogEntry withOwner(String other) {
        return new CatalogEntry(id, definition, zone, other);
    }
}
