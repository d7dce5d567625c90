package io.tidemark.runtime.match;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition, in order, and how far the search has come in them. A row that is there several times stands there as often.
 *
 * <p><b>Units</b>: rows are numbers of state rows; positions are indexes in the sequence.
 */
final class RowSequence {
    private static final int OBJECT_BYTES = 120;

    int[] rows = new int[4];

    /** For each row, the variables whose condition, which hangs on nothing matched before, holds there; as bits. */
    long[] holds = new long[4];

    int size;

    /** Up to which position {@link #holds} is known. */
    int judged;

    /** Where the search for a match begins. */
    int start;

    /** The number of the last match. */
    long matches;

    /** Whether rows have gone that had come before those that are here. */
    boolean begun;

    /** Whether there is such a partition. */
    boolean live;

    /** How many state rows wait to come behind these. */
    int waiting;

    /** The time at which the open search ends without another row, as last noted. */
    long deadline = Long.MAX_VALUE;

    @Nullable
    Attempt attempt;

    void add(int row) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, size * 2);
            holds = Arrays.copyOf(holds, size * 2);
        }
        rows[size++] = row;
    }

    /** Forgets the first rows. */
    void removeFirst(int count) {
        System.arraycopy(rows, count, rows, 0, size - count);
        System.arraycopy(holds, count, holds, 0, size - count);
        size -= count;
        start -= count;
        judged = Math.max(0, judged - count);
        begun = true;
        if (attempt != null) {
            attempt.next -= count;
        }
    }

    long sizeBytes() {
        return OBJECT_BYTES
                + (Integer.BYTES + Long.BYTES) * (long) rows.length
                + (attempt == null ? 0 : attempt.sizeBytes());
    }
}
