package io.tidemark.runtime.connector;

import io.tidemark.runtime.batch.Batch;
import java.util.List;

/**
 * Looks rows up in the outside world as it is at that moment. Used by one thread at a time.
 *
 * <p><b>Errors</b>: a {@link io.tidemark.sql.error.CodedException} for what a person must mend; an {@link java.io.UncheckedIOException} for what may
 * pass, which is tried again.
 */
public interface Lookup extends AutoCloseable {

    /**
     * The rows that have one of some keys; others may be among them.
     *
     * @param keys the key columns, in the order of the specification; no two rows are equal, and none has a NULL
     * @return rows with the columns of the specification
     */
    List<Batch> find(Batch keys);

    /** Lets go of connections, until the next {@link #find}. */
    @Override
    void close();
}
