package io.tidemark.runtime.batch;

/**
 * Where the rows of a batch came from, so that a late or bad row can be kept and named. One per batch that a source delivers; rows are
 * named by their position in that first batch.
 */
public interface RowOrigin {

    /** The source's partition, from 0. */
    int partition();

    /** The offset of a row in its partition. */
    long offset(int row);

    /** The row as its source wrote it, as text (the line of a file, the value of a message), or as JSON where the source has no text. */
    String payload(int row);
}
