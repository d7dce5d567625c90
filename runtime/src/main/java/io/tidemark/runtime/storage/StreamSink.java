package io.tidemark.runtime.storage;

import io.tidemark.runtime.connector.EpochSink;

/** A query's way into an internal stream. */
public interface StreamSink extends EpochSink {

    /**
     * Says which output watermark the rows of the epoch begun pass on, so that whoever reads them has no late rows among them. Stored with
     * the rows.
     *
     * @param micros the query's output watermark after the epoch
     */
    void outputWatermark(long micros);
}
