package io.tidemark.connectors.format;

/** Turns records into the values of the current row. Single-threaded. */
public interface RecordDecoder extends AutoCloseable {

    /**
     * Decodes one record.
     *
     * @param bytes a piece of the file; the same array as long as records come from the same piece, and never changed while they do
     * @param start the record's first byte
     * @param end the index after its last, without the line end
     * @param limit the index after the last byte of the piece
     * @return whether the record stands for a row; false for a blank one
     * @throws io.tidemark.sql.error.CodedException if the record is bad; the current row is then to be discarded
     */
    boolean decode(byte[] bytes, int start, int end, int limit);

    @Override
    void close();
}
