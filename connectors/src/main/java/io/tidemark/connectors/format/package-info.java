/**
 * What the filesystem connector and the file formats have between them: files and parts of files, how a format cuts and reads them, how it
 * writes rows, and the reading of text files record by record, which JSON lines and CSV share.
 *
 * <p>No format is here, and nothing knows how files are found or named. Read {@link io.tidemark.connectors.format.FileFormat} first, then
 * {@link io.tidemark.connectors.format.FileReading} and, for text, {@link io.tidemark.connectors.format.TextFileReading}.
 */
@NullMarked
package io.tidemark.connectors.format;

import org.jspecify.annotations.NullMarked;
