package io.tidemark.sql.parser;

import io.tidemark.sql.error.SourcePosition;
import org.apache.calcite.sql.SqlNode;

/**
 * A statement of a script.
 *
 * @param text the statement's own text, without the semicolon and without comments before it
 * @param start where the text begins in the script
 * @param node the parse tree; its positions count from the beginning of {@code text}
 */
public record ScriptStatement(String text, SourcePosition start, SqlNode node) {}
