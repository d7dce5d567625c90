package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import java.util.List;

/** A durable log of rows in commit order: one partition, in which a row's offset is its number. Safe for use by several threads. */
public interface InternalStream {

    /** The stored columns. */
    Schema schema();

    /** The offset after the last row that is durable. */
    long endOffset();

    /**
     * Appends rows, all or none, and returns when they are durable. Callers that come at the same time share one sync. A weight of n means the
     * row n times.
     *
     * @return the number of rows appended
     * @throws io.tidemark.sql.error.CodedException NOT_NULL_VIOLATION, RESOURCE_DISK, EXTERNAL_IO
     */
    long insert(List<Batch> rows);

    /** A source that reads rows as they come and never ends. Its positions stay valid over restarts. */
    Source openSource(StreamStart start);

    /** A source that ends after the last row that is durable now: for snapshot queries. */
    Source openSnapshot();

    /** A sink for one query; its epochs are remembered under the spec's {@code sinkId} in the very blocks that hold their rows. */
    StreamSink openSink(SinkSpec spec);

    /** Takes every row away; offsets go on from where they were. */
    void truncate();
}
