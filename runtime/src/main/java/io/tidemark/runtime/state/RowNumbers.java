package io.tidemark.runtime.state;

import java.util.Arrays;

/** A growing list of row numbers. */
public final class RowNumbers {

    private static final int FIRST_LENGTH = 16;
    private static final int LENGTH_KEPT = 1 << 14;

    private int[] rows = new int[FIRST_LENGTH];
    private int count;

    /** Adds a number at the end. */
    public void add(int row) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, count * 2);
        }
        rows[count++] = row;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** The number at an index, from 0. */
    public int get(int index) {
        return rows[index];
    }

    /** Leaves each number once, in rising order. */
    public void distinct() {
        sort();
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || rows[i] != rows[i - 1]) {
                rows[kept++] = rows[i];
            }
        }
        count = kept;
    }

    void sort() {
        Arrays.sort(rows, 0, count);
    }

    /** Forgets all numbers. */
    public void clear() {
        count = 0;
        if (rows.length > LENGTH_KEPT) {
            rows = new int[FIRST_LENGTH];
        }
    }
}
