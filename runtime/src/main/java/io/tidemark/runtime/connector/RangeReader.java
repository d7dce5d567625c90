package io.tidemark.runtime.connector;

import io.tidemark.runtime.batch.Batch;
import org.jspecify.annotations.Nullable;

/** Reads one range. Every batch holds rows of one partition, in the partition's order, and has an origin. Single-threaded. */
public interface RangeReader extends AutoCloseable {

    /** The next batch, never empty, or null at the end of the range. */
    @Nullable
    Batch next();

    /** Rows that the source held and the connector left out because its options say so (such as tombstones), so far. */
    long rowsFiltered();

    /**
     * A watermark that the source itself knows for what comes after the range, in micros; called when {@link #next} has returned null. Reading the
     * range again gives the same one.
     */
    default long watermark() {
        return Long.MIN_VALUE;
    }

    @Override
    void close();
}
