package io.tidemark.runtime.order;

import java.util.Arrays;

/** A growing list of row numbers. */
final class RowList {

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

    /** Leaves each row once, in rising order. */
    void distinct() {
        Arrays.sort(rows, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || rows[i] != rows[i - 1]) {
                rows[kept++] = rows[i];
            }
        }
        count = kept;
    }

    void clear() {
        count = 0;
        if (rows.length > LENGTH_KEPT) {
            rows = new int[FIRST_LENGTH];
        }
    }
}
