package io.tidemark.runtime.match;

/** A match as far as it has come, among the rows of its partition. */
final class MatchView {
    private final int[] rows;
    private final int rowCount;
    private final int start;
    private final int[] labels;
    private final int length;
    private final long number;

    /**
     * Makes one.
     *
     * @param rows the rows that can be looked at, of which there are {@code rowCount}
     * @param start where the match begins in them
     * @param labels the variables of the rows of the whole match, as far as it is known
     * @param length how many of them count up to the present row
     * @param number the number of the match
     */
    MatchView(int[] rows, int rowCount, int start, int[] labels, int length, long number) {
        this.rows = rows;
        this.rowCount = rowCount;
        this.start = start;
        this.labels = labels;
        this.length = length;
        this.number = number;
    }

    /** The row at an index from the first row of the match, or -1 if there is none. */
    int row(int index) {
        int at = index == Integer.MIN_VALUE ? -1 : start + index;
        return at < 0 || at >= rowCount ? -1 : rows[at];
    }

    int[] labels() {
        return labels;
    }

    /** How many rows count: all of the match, or those up to the present one. */
    int length(boolean whole) {
        return whole ? labels.length : length;
    }

    long number() {
        return number;
    }
}
