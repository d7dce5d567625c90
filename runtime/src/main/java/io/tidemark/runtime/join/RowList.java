package io.tidemark.runtime.join;

import java.util.Arrays;

/** A growing list of row numbers, in pages of at most 64 KiB. */
final class RowList {

    private static final int SHIFT = 14;
    private static final int MASK = (1 << SHIFT) - 1;
    private static final int FIRST_LENGTH = 16;

    private int[][] pages = {new int[FIRST_LENGTH]};
    private int count;

    void add(int row) {
        int page = count >> SHIFT;
        int at = count & MASK;
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, page + 1);
            pages[page] = new int[1 << SHIFT];
        } else if (at == pages[page].length) {
            pages[page] = Arrays.copyOf(pages[page], at * 2);
        }
        pages[page][at] = row;
        count++;
    }

    int count() {
        return count;
    }

    int get(int index) {
        return pages[index >> SHIFT][index & MASK];
    }

    /** Forgets all rows, and all pages but the first. */
    void clear() {
        count = 0;
        if (pages.length > 1) {
            pages = new int[][] {pages[0]};
        }
    }

    long sizeBytes() {
        return ((long) (pages.length - 1) * (1 << SHIFT) + pages[0].length) * Integer.BYTES;
    }
}
