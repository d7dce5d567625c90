package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.state.SlabRows;

/** Up to {@link Batch#MAX_ROWS} pairs of a position in the batch that came in and a row of the other side. */
final class JoinPairs {

    /** The position of each pair in the batch that came in. */
    final int[] positions = new int[Batch.MAX_ROWS];

    /** Which of the batch's rows that can match each pair has, from 0. */
    final int[] indexes = new int[Batch.MAX_ROWS];

    /** The row of the other side of each pair. */
    final int[] rows = new int[Batch.MAX_ROWS];

    /** The weight of that row. */
    final long[] weights = new long[Batch.MAX_ROWS];

    /** Where that row lies. */
    final SlabRows places = new SlabRows();

    int count() {
        return places.count();
    }

    boolean isFull() {
        return places.isFull();
    }

    void add(int index, int position, int row, long weight, JoinRows other) {
        int at = places.count();
        indexes[at] = index;
        positions[at] = position;
        rows[at] = row;
        weights[at] = weight;
        other.collect(row, places);
    }

    void clear() {
        places.clear();
    }
}
