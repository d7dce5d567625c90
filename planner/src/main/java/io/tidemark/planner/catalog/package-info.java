/**
 * What the planner knows of relations: definitions of streams, tables, views and materialized views, and where to look them up.
 *
 * <p>Definitions only: how they are stored is the server's business. Read {@link io.tidemark.planner.catalog.RelationDefinition} first.
 */
@NullMarked
package io.tidemark.planner.catalog;

import org.jspecify.annotations.NullMarked;
