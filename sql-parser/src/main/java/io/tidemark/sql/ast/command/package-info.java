/**
 * Statements that act on objects which exist: DROP, SHOW, DESCRIBE, EXPLAIN, SET, PAUSE, RESUME, STOP, ALTER QUERY, KILL, FLUSH,
 * ADVANCE WATERMARK.
 *
 * <p>Here: their parse trees, made like those of {@code io.tidemark.sql.ast}. Not here: what they do (the server). Read
 * {@link io.tidemark.sql.ast.command.SqlExplainStatement} first.
 */
@NullMarked
package io.tidemark.sql.ast.command;

import org.jspecify.annotations.NullMarked;
