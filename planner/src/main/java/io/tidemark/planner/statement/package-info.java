/**
 * Statements as the server sees them: what is to be done, with names resolved against the session's schema, and without a parse tree in sight.
 *
 * <p>The parse tree of a statement that has to be planned travels as an opaque {@link io.tidemark.planner.statement.ParsedStatement}. Read
 * {@link io.tidemark.planner.statement.Statement} first.
 */
@NullMarked
package io.tidemark.planner.statement;

import org.jspecify.annotations.NullMarked;
