package io.tidemark.planner.statement;

import io.tidemark.planner.catalog.RelationName;

/** What a privilege is on. */
public sealed interface Secured {

    /** A stream, table or view. */
    record Relation(RelationName name) implements Secured {}

    /** Everything in a schema, also what will be. */
    record Schema(String name) implements Secured {}

    /** A running query. */
    record Query(String name) implements Secured {}

    /** A secret. */
    record Secret(String name) implements Secured {}

    /** Everything. */
    record Server() implements Secured {}
}
