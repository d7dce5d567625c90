package io.tidemark.connectors.format;

import java.io.IOException;

/** A text format as a sequence of records. */
public interface RecordFormat {

    /** A scanner standing at the start of a record. */
    RecordScanner scanner();

    /** Whether every line feed ends a record, so that a file may be looked into anywhere. */
    boolean endsAtEveryLineFeed();

    /** Whether the first record of a file names the columns. */
    boolean hasHeader();

    /**
     * A decoder of one file's records.
     *
     * @param rows takes the values
     */
    RecordDecoder decoder(DataFile file, ReadTarget target, FileRowBuilder rows) throws IOException;
}
