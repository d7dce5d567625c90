package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.storage.log.WriterEpoch;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A query's way into an internal table. An epoch's rows and its number are one commit. */
final class TableSink implements EpochSink {

    private final InternalTable table;
    private final SinkSpec spec;
    private long epoch;
    private @Nullable List<Batch> rows;

    TableSink(InternalTable table, SinkSpec spec) {
        this.table = table;
        this.spec = spec;
    }

    @Override
    public long lastCommittedEpoch() {
        return table.lastEpoch(spec.sinkId());
    }

    @Override
    public void begin(long newEpoch) {
        epoch = newEpoch;
        rows = new ArrayList<>();
    }

    @Override
    public void write(Batch delta) {
        begun().add(delta);
    }

    private List<Batch> begun() {
        List<Batch> open = rows;
        if (open == null) {
            throw CodedException.internal("no epoch has begun in the sink of table \"" + spec.relation() + "\"");
        }
        return open;
    }

    @Override
    public void prepare() {
        begun();
    }

    @Override
    public void commit() {
        List<Batch> complete = begun();
        rows = null;
        TableChange change = spec.mode() == OutputMode.COMPLETE
                ? new TableChange.ReplaceAll(complete)
                : new TableChange.Delta(complete);
        table.commit(List.of(change), Optional.of(new WriterEpoch(spec.sinkId(), epoch, WriterEpoch.NO_WATERMARK)));
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
