/**
 * The file format {@code csv}: RFC 4180, with quoted line ends.
 *
 * <p>Records are found here, byte by byte, so that files can be cut and rows be named; each is then taken apart by FastCSV. Read {@link
 * io.tidemark.connectors.csv.CsvFormat} first.
 */
@NullMarked
package io.tidemark.connectors.csv;

import org.jspecify.annotations.NullMarked;
