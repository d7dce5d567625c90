package io.tidemark.connectors.format;

import io.tidemark.runtime.connector.RangeLimits;
import java.io.IOException;

/**
 * How files of a format are cut and read.
 *
 * <p><b>Units</b>: positions within a file are in the format's own unit, bytes for text and rows for Parquet; 0 is the file's start.
 */
public interface FileReading extends AutoCloseable {

    /** The position after the last row of a file. */
    long end(DataFile file) throws IOException;

    /**
     * Finds how far a part from {@code from} may go: to the file's end or to the start of a row, at least one row on, and no further than
     * the limits allow.
     */
    Cut cut(DataFile file, long from, RangeLimits limits) throws IOException;

    /**
     * Whether positions are bytes, {@link #cut} may be asked for any part of a file, and parts may be opened and read by several threads at once.
     */
    boolean isConcurrent();

    /** Opens a part. */
    PartReader open(FilePart part, ReadTarget target) throws IOException;

    /** Lets go of what has been kept open between parts. */
    @Override
    void close();

    /**
     * A part found.
     *
     * @param to the position after it
     * @param rows the rows in it; 0 where the limits did not need them counted
     * @param bytes its size
     */
    record Cut(long to, long rows, long bytes) {}
}
