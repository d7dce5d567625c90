package io.tidemark.planner.catalog;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where the planner looks relations up. Names are matched without regard to case. Implementations are safe for use by several threads. */
public interface Catalog {

    /** The relation with this name. */
    Optional<RelationDefinition> relation(RelationName name);

    /** The names of all schemas. */
    List<String> schemas();

    /** The relations of a schema; empty if there is no such schema. */
    List<RelationDefinition> relations(String schema);

    /** The function with this name that CREATE FUNCTION made. */
    default Optional<FunctionDefinition> function(String name) {
        return Optional.empty();
    }

    /** Throws INSUFFICIENT_PRIVILEGE if a relation's rows may not be read. */
    default void requireReadable(RelationDefinition relation) {
        // Whoever has the catalog may read everything, unless an implementation says otherwise.
    }

    /** The catalog with which the query of a view is read: its owner's. */
    default Catalog ofView(RelationDefinition view) {
        return this;
    }

    /** What the sink behind a stream or table with a connector, or an internal relation, accepts. */
    SinkTraits sinkTraits(RelationDefinition relation);

    /** How far ahead of the wall clock the event time of a stream's row may be, before the row is bad; empty: any distance. */
    Optional<Duration> maxFutureSkew(RelationDefinition relation);
}
