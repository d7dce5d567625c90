package io.tidemark.runtime.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.epoch.ResultStore;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.storage.versioned.VersionedRows;

/** A {@link ResultStore} over rows with versions: the version is the epoch. */
public final class VersionedResult implements ResultStore {

    private final VersionedRows rows;
    private final OutputMode mode;
    private long epoch;

    /** A store over rows that nobody else writes. */
    public VersionedResult(VersionedRows rows, OutputMode mode) {
        this.rows = rows;
        this.mode = mode;
    }

    /** What readers pin and subscribe to. */
    public VersionedRows rows() {
        return rows;
    }

    @Override
    public OperatorState state() {
        return rows;
    }

    @Override
    public long lastCommittedEpoch() {
        return rows.version();
    }

    @Override
    public void begin(long begun) {
        epoch = begun;
        if (mode == OutputMode.COMPLETE) {
            rows.retractAll();
        }
    }

    @Override
    public void write(Batch delta) {
        rows.apply(delta);
    }

    /** The contents last as long as the query's checkpoints do. */
    @Override
    public void prepare() {}

    @Override
    public void commit() {
        rows.publish(epoch);
    }

    @Override
    public void abort() {
        rows.rollback();
    }

    /** The rows belong to whoever made them. */
    @Override
    public void close() {}
}
