/**
 * SQL text to parse trees, and back.
 *
 * <p>Here: the facade over the generated parser, the splitting of scripts, the wording of syntax errors, the printer. Not here: the
 * grammar (templates in {@code src/main/codegen}), the nodes ({@code io.tidemark.sql.ast}) and what names mean (planner). Read
 * {@link io.tidemark.sql.parser.StatementParser} first.
 */
@NullMarked
package io.tidemark.sql.parser;

import org.jspecify.annotations.NullMarked;
