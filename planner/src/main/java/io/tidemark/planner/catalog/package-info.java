/**
 * What the planner knows of relations and functions: definitions of streams, tables, views, materialized views and functions of users, and where to
 * look them up.
 *
 * <p>Definitions only: how they are stored is the server's business. Read {@link io.tidemark.planner.catalog.RelationDefinition} first.
 */
@NullMarked
package io.tidemark.planner.catalog;

import org.jspecify.annotations.NullMarked;
