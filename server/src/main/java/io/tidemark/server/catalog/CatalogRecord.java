package io.tidemark.server.catalog;

/** One change of the catalog, as its log keeps it. */
sealed interface CatalogRecord {

    /** There is a schema of this name, as it was written, or its owner has changed; the owner is empty where there are no users. */
    record SchemaAdded(String name, String owner) implements CatalogRecord {}

    /** There is none any more. */
    record SchemaRemoved(String name) implements CatalogRecord {}

    /** There is a relation. */
    record RelationAdded(StoredRelation relation) implements CatalogRecord {}

    /** The relation of this id is gone, and its indexes with it. */
    record RelationRemoved(String id) implements CatalogRecord {}

    /** There is an index. */
    record IndexAdded(StoredIndex index) implements CatalogRecord {}

    /** The index of this name, on the relation of this id, is gone. */
    record IndexRemoved(String relationId, String name) implements CatalogRecord {}

    /** There is a query, or what is kept of the one with its id has changed. */
    record QueryStored(StoredQuery query) implements CatalogRecord {}

    /** The query of this id is gone. */
    record QueryRemoved(String id) implements CatalogRecord {}

    /** A materialized view and its query are there, with the indexes of those that they replace, which are gone. */
    record ViewReplaced(String formerRelation, String formerQuery, StoredRelation relation, StoredQuery query)
            implements CatalogRecord {}

    /** There is a function. */
    record FunctionAdded(StoredFunction function) implements CatalogRecord {}

    /** The function of this name is gone. */
    record FunctionRemoved(String name) implements CatalogRecord {}

    /** There is a user or role, or what is kept of the one with its name has changed. */
    record RoleStored(StoredRole role) implements CatalogRecord {}

    /** The user or role of this name is gone. */
    record RoleRemoved(String name) implements CatalogRecord {}

    /** There is a secret, or what is kept of the one with its name has changed. */
    record SecretStored(StoredSecret secret) implements CatalogRecord {}

    /** The secret of this name is gone. */
    record SecretRemoved(String name) implements CatalogRecord {}

    /** Numbers up to this one have been given out, though what had them may be gone. */
    record SequenceReached(long number) implements CatalogRecord {}
}
