package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.storage.versioned.Subscription;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import java.util.List;

/**
 * A durable table: rows with versions in memory, a log of changes and a snapshot on disk. Every commit makes one new version. Safe for use by
 * several threads.
 */
public interface InternalTable {

    /** The stored columns. */
    Schema schema();

    /** The indexes of the primary key's columns; empty without one. */
    List<Integer> keyColumns();

    /** The version that readers see now: the number of commits so far. */
    long version();

    /** Pins the version that readers see now. */
    VersionedSnapshot pin();

    /**
     * Makes changes, in order, all or none; returns when they are durable and visible. Commits that come at the same time share one sync.
     *
     * @return the version they made
     * @throws io.tidemark.sql.error.CodedException DUPLICATE_KEY, NOT_NULL_VIOLATION, CONFLICT, RESOURCE_DISK, EXTERNAL_IO
     */
    long commit(List<TableChange> changes);

    /**
     * The table as it is now and then every version's changes.
     *
     * @param capacityRows how many rows may wait for the subscriber
     */
    Subscription subscribe(long capacityRows);

    /**
     * A source of the table's changes as weighted rows: first the rows that are there, then each commit. Its positions stay valid over restarts,
     * and ranges can be read again until released.
     *
     * @param readerId names the reader for ever; what it has not released is kept until {@link #forgetReader}
     */
    Source openSource(String readerId);

    /** Keeps nothing any longer for a reader that will not come back. */
    void forgetReader(String readerId);

    /** A sink for one query; its epochs are remembered under the spec's {@code sinkId} in the same commit as their rows. */
    EpochSink openSink(SinkSpec spec);
}
