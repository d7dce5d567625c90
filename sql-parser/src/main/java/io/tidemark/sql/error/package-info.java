/**
 * The one way Tidemark reports that something went wrong: a {@link io.tidemark.sql.error.CodedException} with an
 * {@link io.tidemark.sql.error.ErrorCode}.
 *
 * <p>Here: codes, the exception, positions in SQL text, "did you mean". Not here: anything of Calcite (a parser position is
 * converted in {@code io.tidemark.sql.ast.Positions}) and the translation to JDBC ({@code io.tidemark.server.avatica}). Read
 * {@link io.tidemark.sql.error.CodedException} first.
 */
@NullMarked
package io.tidemark.sql.error;

import org.jspecify.annotations.NullMarked;
