package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.runtime.storage.codec.RowJson;
import io.tidemark.runtime.storage.log.LogBlock;
import io.tidemark.runtime.storage.log.LogReader;
import io.tidemark.runtime.storage.log.SegmentedLog;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A durable log of rows in commit order: one partition, in which a row's offset is its number. Safe for use by several threads.
 *
 * <p>The log's blocks hold batches as {@link BatchCodec} has them; an ordinal is a row. The rows of one {@link #insert} and of one epoch of a
 * query are one group: all are there or none.
 *
 * <p><b>Cost</b>: an insert takes a share of a sync. Rows are read at some ten nanoseconds a value.
 */
public final class InternalStream {

    private final String relation;
    private final Schema schema;
    private final SegmentedLog log;
    private final NotNullCheck notNull;
    private volatile @Nullable CodedException closed;

    InternalStream(String relation, Schema schema, SegmentedLog log) {
        this.relation = relation;
        this.schema = schema;
        this.log = log;
        this.notNull = new NotNullCheck(relation, schema);
    }

    /** The stored columns. */
    public Schema schema() {
        return schema;
    }

    /** The offset of the first row that is there. */
    public long startOffset() {
        return log.startOrdinal();
    }

    /** The offset after the last row that is durable. */
    public long endOffset() {
        return log.endOrdinal();
    }

    /** The space the stream takes on disk, in bytes. */
    public long sizeBytes() {
        return log.sizeBytes();
    }

    /**
     * Appends rows, all or none, and returns when they are durable. Callers that come at the same time share one sync. A weight of n means the
     * row n times.
     *
     * @return the number of rows appended
     * @throws CodedException NOT_NULL_VIOLATION, RESOURCE_DISK, EXTERNAL_IO
     */
    public long insert(List<Batch> rows) {
        RowBlocks blocks = new RowBlocks();
        for (Batch batch : rows) {
            notNull.check(batch);
            blocks.addRepeated(batch);
        }
        if (blocks.rowCount() > 0) {
            log.append(blocks.asRows(Optional.empty())).await();
        }
        return blocks.rowCount();
    }

    /** A source that reads rows as they come and never ends. Its positions stay valid over restarts. */
    public Source openSource(StreamStart start) {
        return new StreamSource(this, log, start, Long.MAX_VALUE);
    }

    /** A source that ends after the last row that is durable now: for snapshot queries. */
    public Source openSnapshot() {
        return new StreamSource(this, log, StreamStart.EARLIEST, log.endOrdinal());
    }

    /**
     * A sink for one query; its epochs are remembered under the spec's {@code sinkId} in the very blocks that hold their rows.
     *
     * @throws CodedException MODE_06 for COMPLETE, because rows of a stream can't be replaced
     */
    public StreamSink openSink(SinkSpec spec) {
        if (spec.mode() == OutputMode.COMPLETE) {
            throw CodedException.of(
                            ErrorCode.MODE_06,
                            "stream \"" + relation + "\" only grows, so COMPLETE cannot replace its rows")
                    .hint("write to a table, or use EMIT APPEND");
        }
        return new StreamSink(spec.sinkId(), relation, notNull, log);
    }

    /** Takes every row away; offsets go on from where they were. */
    public void truncate() {
        log.cut();
    }

    /** The row at an offset as JSON. */
    String rowText(long offset) {
        try (LogReader reader = log.read(offset, offset + 1)) {
            for (LogBlock block = reader.next(); block != null; block = reader.next()) {
                if (block.span() > 0) {
                    Batch batch = BatchCodec.decode(
                            block.bytes(),
                            block.offset(),
                            block.length(),
                            schema,
                            IntStream.range(0, schema.size()).boxed().toList());
                    return RowJson.of(schema, batch, (int) (offset - block.ordinal()));
                }
            }
        }
        throw CodedException.internal("stream \"" + relation + "\" has no row " + offset);
    }

    /** Throws why the stream was closed, if it was: nothing will come any more. */
    void requireOpen() {
        CodedException reason = closed;
        if (reason != null) {
            throw reason;
        }
    }

    /** Closes the stream because it is no more; who reads it is told. */
    void closeDropped() {
        close(CodedException.of(ErrorCode.CONFLICT, "stream \"" + relation + "\" was dropped"));
    }

    void close(CodedException reason) {
        closed = reason;
        log.close();
    }
}
