package io.tidemark.connectors.format;

import io.tidemark.runtime.batch.Batch;
import java.io.IOException;

/** Writes the rows of one file. Single-threaded; the stream belongs to who made it and is left open. */
public interface RowWriter {

    /** Writes a batch's rows, each as often as its weight says. */
    void write(Batch batch) throws IOException;

    /** Writes what is still to be written, so that the file is complete. Called once, last. */
    void finish() throws IOException;
}
