package io.tidemark.connectors.format;

/**
 * A part of a file: the rows from one position to another.
 *
 * @param file the file
 * @param offsetBase what to add to a position in the file to get a row's offset in the source
 * @param from the position of the first row
 * @param to the position after the last row
 */
public record FilePart(DataFile file, long offsetBase, long from, long to) {}
