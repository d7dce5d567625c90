package io.tidemark.sql.parser;

import io.tidemark.sql.error.SourcePosition;

/**
 * A statement of a script before it is parsed.
 *
 * @param text the statement's own text, without the semicolon and without comments before it
 * @param start where the text begins in the script
 */
public record StatementText(String text, SourcePosition start) {}
