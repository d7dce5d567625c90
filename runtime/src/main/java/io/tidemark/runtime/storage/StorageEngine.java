package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Schema;
import java.util.List;

/**
 * The internal streams and tables under one directory.
 *
 * <p>They are named by ids that the catalog gives out once and never again, so that a relation dropped and created anew, or renamed, never sees
 * another's rows. An id is 1 to 128 letters, digits, {@code _} and {@code -}. Safe for use by several threads.
 *
 * <p><b>Errors</b>: CORRUPTED where stored data is damaged; EXTERNAL_IO where the directory cannot be read or written.
 */
public interface StorageEngine extends AutoCloseable {

    /**
     * The stream of that id, opened, and created if there is none.
     *
     * @param relation its present name, for messages
     * @param schema its stored columns; their types must be those it was created with
     */
    InternalStream stream(String id, String relation, Schema schema);

    /**
     * The table of that id, opened, and created if there is none.
     *
     * @param relation its present name, for messages
     * @param schema its stored columns; their types must be those it was created with
     * @param keyColumns the indexes of the primary key's columns; empty for a table without one, whose rows are a multiset
     */
    InternalTable table(String id, String relation, Schema schema, List<Integer> keyColumns);

    /** Deletes the stream or table of that id with all its rows, if there is one. */
    void drop(String id);

    /** Closes every stream and table. What has been acknowledged is on disk already. */
    @Override
    void close();
}
