package io.tidemark.runtime.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.epoch.ResultStore;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.storage.ViewChanges;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import java.util.List;
import java.util.Optional;

/**
 * A {@link ResultStore} over rows with versions: the version is the epoch.
 *
 * <p>With a retention, rows whose column lies below its bound go at the end of the epoch in which the watermark says so, as part of that epoch's
 * changes. The watermark is the plan log's, so a replay takes the same rows away. A source that has ended moves no bound.
 */
public final class VersionedResult implements ResultStore {

    /** What the index is called by which rows are found that have to go; no index made by a statement has an empty name. */
    private static final String RETENTION_INDEX = "";

    private final VersionedRows rows;
    private final OutputMode mode;
    private final Optional<Retention> retention;
    private final ViewChanges changes;
    private long epoch;
    private long watermark = Long.MIN_VALUE;

    /** A store over rows that nobody else writes, and which stay. */
    public VersionedResult(VersionedRows rows, OutputMode mode, ViewChanges changes) {
        this(rows, mode, Optional.empty(), changes);
    }

    /**
     * A store over rows that nobody else writes.
     *
     * @param changes where the changes of each epoch go for the queries that read them
     */
    public VersionedResult(VersionedRows rows, OutputMode mode, Optional<Retention> retention, ViewChanges changes) {
        this.rows = rows;
        this.mode = mode;
        this.retention = retention;
        this.changes = changes;
        retention.ifPresent(kept -> rows.createIndex(RETENTION_INDEX, List.of(kept.column())));
    }

    /** Lets a continuous query begin with the rows as they are now; it finds them, and all changes after them, until it is forgotten. */
    public void addReader(String readerId) {
        changes.addReader(readerId, rows);
    }

    /** Says to all who watch that nothing more comes. */
    public void finish() {
        rows.changes().finish();
        changes.finish();
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

    @Override
    public void watermark(long micros) {
        watermark = micros;
        if (micros != Long.MIN_VALUE && micros != Long.MAX_VALUE) {
            retention.ifPresent(
                    kept -> rows.retractBelow(RETENTION_INDEX, kept.bound().applyAsLong(micros)));
        }
    }

    /** The contents last as long as the query's checkpoints do. */
    @Override
    public void prepare() {}

    @Override
    public void commit() {
        changes.publish(rows, epoch, watermark);
    }

    @Override
    public void force() {
        changes.force();
    }

    @Override
    public void abort() {
        rows.rollback();
    }

    /** The rows belong to whoever made them. */
    @Override
    public void close() {}
}
