package io.tidemark.server.catalog;

import io.tidemark.planner.catalog.RelationName;

/**
 * A relation as the catalog keeps it: enough to define it again from its statement.
 *
 * @param id never used again, also after a drop; names the relation's directory in the storage
 * @param sequence the order of creation
 * @param name schema and name
 * @param statement the CREATE statement's text
 * @param context what unqualified names and local times meant when it was created
 */
public record StoredRelation(String id, long sequence, RelationName name, String statement, SessionContext context) {

    StoredRelation withOwner(String owner) {
        return new StoredRelation(id, sequence, name, statement, context.withUser(owner));
    }
}
