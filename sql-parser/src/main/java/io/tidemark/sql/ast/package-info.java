/**
 * The statements Tidemark adds to SQL, as Calcite parse trees: definitions of streams, tables, views and queries, and the EMIT
 * clause.
 *
 * <p>Here: {@code CREATE …}, its elements, EMIT, statement sets. Statements that act on objects which exist (DROP, SHOW,
 * EXPLAIN, PAUSE, …) are in {@code io.tidemark.sql.ast.command}; SELECT, INSERT, UPDATE, DELETE, VALUES and WITH are Calcite's own
 * nodes. Every node carries its exact position, unparses to text that parses to an equal tree, and copies through a
 * {@code SqlShuttle}. No node knows of a catalog or of types resolved. Read {@link io.tidemark.sql.ast.SqlCreateRelation} and
 * {@link io.tidemark.sql.ast.SqlEmit} first.
 */
@NullMarked
package io.tidemark.sql.ast;

import org.jspecify.annotations.NullMarked;
