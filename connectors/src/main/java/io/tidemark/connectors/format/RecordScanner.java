package io.tidemark.connectors.format;

/**
 * Finds where records end. Keeps its place within a record between calls, so that a record may be given in pieces.
 */
public interface RecordScanner {

    /**
     * Goes on from where the last call ended.
     *
     * @return the index after the line end of the current record, or -1 if the record goes on beyond {@code to}
     */
    int next(byte[] bytes, int from, int to);

    /** Begins a new record. */
    void reset();
}
