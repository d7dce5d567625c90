package io.tidemark.runtime.connector;

import io.tidemark.sql.error.CodedException;

/** Takes the rows that can't be decoded or evaluated, so that none vanishes. */
public interface BadRowHandler {

    /**
     * Keeps one bad row.
     *
     * @param partition the source's partition, from 0
     * @param offset the row's offset in its partition
     * @param payload the row as its source wrote it; at most the first 64 KiB are kept
     * @param reason what is wrong with it
     */
    void badRow(int partition, long offset, String payload, CodedException reason);
}
