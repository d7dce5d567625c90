package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.storage.commit.RowBlocks;
import io.tidemark.runtime.storage.log.WriterEpoch;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A query's way into an internal stream. An epoch's rows and its number are one group of the log, written by {@link #commit}. */
public final class StreamSink implements EpochSink {

    private final String sinkId;
    private final String relation;
    private final NotNullCheck notNull;
    private final InternalStream stream;
    private long epoch;
    private long watermark;
    private @Nullable RowBlocks rows;

    StreamSink(String sinkId, String relation, NotNullCheck notNull, InternalStream stream) {
        this.sinkId = sinkId;
        this.relation = relation;
        this.notNull = notNull;
        this.stream = stream;
    }

    @Override
    public long lastCommittedEpoch() {
        return stream.lastEpoch(sinkId);
    }

    @Override
    public void begin(long newEpoch) {
        epoch = newEpoch;
        watermark = WriterEpoch.NO_WATERMARK;
        rows = new RowBlocks();
    }

    /**
     * Says which output watermark the rows of the epoch begun pass on, so that whoever reads them has no late rows among them. Stored with
     * the rows.
     *
     * @param micros the query's output watermark after the epoch
     */
    public void outputWatermark(long micros) {
        watermark = micros;
    }

    @Override
    public void write(Batch delta) {
        notNull.check(delta);
        for (int i = 0; i < delta.selectedCount(); i++) {
            int weight = delta.weight(delta.position(i));
            if (weight < 0) {
                throw CodedException.internal("a row of weight " + weight + " is written to stream \"" + relation
                        + "\", which takes no row back");
            }
        }
        begun().addRepeated(delta);
    }

    private RowBlocks begun() {
        RowBlocks open = rows;
        if (open == null) {
            throw CodedException.internal("no epoch has begun in the sink of stream \"" + relation + "\"");
        }
        return open;
    }

    @Override
    public void prepare() {
        begun();
    }

    @Override
    public void commit() {
        RowBlocks complete = begun();
        rows = null;
        stream.append(complete.asRows(Optional.of(new WriterEpoch(sinkId, epoch, watermark))))
                .await();
    }

    @Override
    public void abort() {
        rows = null;
    }

    @Override
    public void close() {
        rows = null;
    }
}
