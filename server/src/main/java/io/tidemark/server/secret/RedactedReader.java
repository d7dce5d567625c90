package io.tidemark.server.secret;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.RangeReader;
import org.jspecify.annotations.Nullable;

/** A reader whose errors tell no secret. */
record RedactedReader(RangeReader reader, Redaction redaction) implements RangeReader {

    @Override
    public @Nullable Batch next() {
        return redaction.<@Nullable Batch>get(reader::next);
    }

    @Override
    public long rowsFiltered() {
        return reader.rowsFiltered();
    }

    @Override
    public long watermark() {
        return reader.watermark();
    }

    @Override
    public void close() {
        redaction.run(reader::close);
    }
}
