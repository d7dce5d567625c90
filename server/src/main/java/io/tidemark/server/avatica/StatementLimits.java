package io.tidemark.server.avatica;

/**
 * What the statements of one connection may take.
 *
 * @param perConnection how many may be open
 * @param preparedCharacters how long the texts of the prepared ones may be together
 */
record StatementLimits(int perConnection, long preparedCharacters) {}
