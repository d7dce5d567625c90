package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import java.util.List;

/**
 * Spreads keys over partitions. Keys that are equal in a {@link RowTable} go to the same partition; which one depends on nothing but the key and
 * the number of partitions. Other bits of the hash are used than within a partition. Single-threaded.
 */
public final class KeyPartitioner {

    private static final long FACTOR = 0xC2B2AE3D27D4EB4FL;

    private final int partitions;
    private final long[] scratch = new long[Batch.MAX_ROWS];
    private final int[] hashes = new int[Batch.MAX_ROWS];

    /** Spreads over so many partitions. */
    public KeyPartitioner(int partitions) {
        this.partitions = partitions;
    }

    /**
     * Says to which partition each key belongs.
     *
     * @param keys the key columns
     * @param positions where in the columns
     * @param count how many, at most {@link Batch#MAX_ROWS}
     * @param partitionsOut takes the partition of each, from 0
     */
    public void partition(List<Column> keys, int[] positions, int count, int[] partitionsOut) {
        KeyHash.hash(keys, positions, count, scratch, hashes);
        for (int i = 0; i < count; i++) {
            long spread = (scratch[i] * FACTOR) >>> 32;
            partitionsOut[i] = (int) ((spread * partitions) >>> 32);
        }
    }
}
