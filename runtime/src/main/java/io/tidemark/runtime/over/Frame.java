package io.tidemark.runtime.over;

/**
 * Which rows of its partition a function looks at for a row.
 *
 * @param rows whether the bounds count rows; else they are differences of the value that orders the partition
 * @param start the first row
 * @param end the last row
 * @param exclusion which of the rows between are left out
 */
public record Frame(boolean rows, Bound start, Bound end, Exclusion exclusion) {

    /** The rows that are left out. */
    public enum Exclusion {
        /** None. */
        NO_OTHERS,
        /** The row itself. */
        CURRENT_ROW,
        /** The row itself and those that tie with it. */
        GROUP,
        /** Those that tie with the row. */
        TIES
    }

    /**
     * One end.
     *
     * @param direction how far it reaches
     * @param offset of PRECEDING and FOLLOWING: a number of rows, or a difference in the unit of the column
     * @param approximate the difference where the column is a floating-point number
     */
    public record Bound(Direction direction, long offset, double approximate) {

        /** A bound that has no offset. */
        public static Bound of(Direction direction) {
            return new Bound(direction, 0, 0);
        }
    }

    /** How far a bound reaches. */
    public enum Direction {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING
    }

    /** The whole partition. */
    public static Frame all() {
        return new Frame(
                true,
                Bound.of(Direction.UNBOUNDED_PRECEDING),
                Bound.of(Direction.UNBOUNDED_FOLLOWING),
                Exclusion.NO_OTHERS);
    }

    /** Whether the rows of one row's frame are among those of the next one's: nothing ever has to be taken away. */
    boolean onlyGrows() {
        return start.direction == Direction.UNBOUNDED_PRECEDING && exclusion == Exclusion.NO_OTHERS;
    }
}
