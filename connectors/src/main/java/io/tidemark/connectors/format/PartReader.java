package io.tidemark.connectors.format;

import io.tidemark.runtime.batch.Batch;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads one part of a file. Single-threaded. */
public interface PartReader extends AutoCloseable {

    /** The next batch, never empty, with an origin, or null at the end of the part. */
    @Nullable
    Batch next() throws IOException;

    @Override
    void close() throws IOException;
}
