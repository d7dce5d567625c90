package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import java.util.Iterator;
import java.util.List;

/** One version of the rows, pinned: unchanged until it is closed, whatever the writer does. Safe for use by several threads. */
public interface VersionedSnapshot extends AutoCloseable {

    /** The version pinned. */
    long version();

    /** All columns. */
    Schema schema();

    /**
     * Goes through the rows in no particular order. Without a primary key a row that is there n times has weight n. The batches stay valid
     * after the snapshot is closed; the iterator does not.
     *
     * @param columns the indexes of the columns wanted, in the order wanted; may be empty
     */
    Iterator<Batch> scan(List<Integer> columns);

    /**
     * Finds rows by key, without a scan.
     *
     * @param keys the keys looked for: columns as the primary key's in its order, or all columns where there is no primary key
     * @param columns as in {@link #scan}
     * @return the rows found, in the order of {@code keys}; those not found are left out, so it may have no row
     */
    Batch lookup(Batch keys, List<Integer> columns);

    /** Lets the version go; a second call does nothing. */
    @Override
    void close();
}
