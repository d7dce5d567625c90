package io.tidemark.planner.incremental.over;

import java.math.BigDecimal;

/**
 * Which rows of its partition a function looks at for a row.
 *
 * @param rows whether the bounds count rows; else they are differences of the value that orders the partition
 * @param start the first row
 * @param end the last row
 * @param exclusion which of the rows between are left out
 */
public record OverFrame(boolean rows, Bound start, Bound end, Exclusion exclusion) {

    /** How far a bound reaches. */
    public enum Direction {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING
    }

    /** The rows that are left out. */
    public enum Exclusion {
        NO_OTHERS,
        CURRENT_ROW,
        GROUP,
        TIES
    }

    /**
     * One end.
     *
     * @param offset of PRECEDING and FOLLOWING: a number of rows, or a difference in the unit in which the column is kept (of times micros, of dates
     *     days, of decimals the last digit)
     */
    public record Bound(Direction direction, BigDecimal offset) {

        /** How far the bound lies ahead; 0 if it doesn't. */
        public long ahead() {
            return direction == Direction.FOLLOWING ? offset.longValue() : 0;
        }

        @Override
        public String toString() {
            return switch (direction) {
                case PRECEDING, FOLLOWING -> offset.toPlainString() + " " + direction;
                default -> direction.name().replace('_', ' ');
            };
        }
    }

    /** In the words of SQL; differences in the unit of the column. */
    @Override
    public String toString() {
        return (rows ? "ROWS" : "RANGE") + " BETWEEN " + start + " AND " + end
                + (exclusion == Exclusion.NO_OTHERS
                        ? ""
                        : " EXCLUDE " + exclusion.name().replace('_', ' '));
    }
}
