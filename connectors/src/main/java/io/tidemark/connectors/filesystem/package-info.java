/**
 * The connector {@code filesystem}: directories of files as a source and as a sink.
 *
 * <p>How files are found, ordered, taken and remembered, and how an epoch becomes a file, is here; what stands in the files is in the packages
 * of the formats. Read {@link io.tidemark.connectors.filesystem.FilesystemConnector} first, then {@code FileSource} with {@code FilePosition},
 * and {@code FileSink}.
 */
@NullMarked
package io.tidemark.connectors.filesystem;

import org.jspecify.annotations.NullMarked;
