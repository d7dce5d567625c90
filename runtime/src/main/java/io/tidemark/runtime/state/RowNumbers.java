package io.tidemark.runtime.state;

import java.util.Arrays;

/** A growing list of row numbers. */
final class RowNumbers {

    private static final int FIRST_LENGTH = 16;
    private static final int LENGTH_KEPT = 1 << 14;

    private int[] rows = new int[FIRST_LENGTH];
    private int count;

    void add(int row) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, count * 2);
        }
        rows[count++] = row;
    }

    int count() {
        return count;
    }

    int get(int index) {
        return rows[index];
    }

    void sort() {
        Arrays.sort(rows, 0, count);
    }

    void clear() {
        count = 0;
        if (rows.length > LENGTH_KEPT) {
            rows = new int[FIRST_LENGTH];
        }
    }
}
