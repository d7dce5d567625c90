package io.tidemark.runtime.match;

/** A match. */
final class FoundMatch {
    private final int[] rows;
    private final int[] states;
    private final int startRow;
    private final long number;

    /**
     * Makes one.
     *
     * @param rows the state rows that it consists of, in order; of one without rows, none
     * @param states the states of the pattern that have taken them
     * @param startRow the row at which it begins, or would
     * @param number from 1 in its partition
     */
    FoundMatch(int[] rows, int[] states, int startRow, long number) {
        this.rows = rows;
        this.states = states;
        this.startRow = startRow;
        this.number = number;
    }

    int[] rows() {
        return rows;
    }

    int[] states() {
        return states;
    }

    int startRow() {
        return startRow;
    }

    long number() {
        return number;
    }

    /** The variables of the rows. */
    int[] labels(PatternStates pattern) {
        int[] labels = new int[states.length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = pattern.variable(states[i]);
        }
        return labels;
    }
}
