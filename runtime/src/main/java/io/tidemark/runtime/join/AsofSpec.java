package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Schema;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * What an {@link AsofJoinOperator} computes.
 *
 * @param outer whether left rows without a match come out, with NULL for the right columns
 * @param left the rows for each of which a match is looked for
 * @param right the rows that match, with a key column for each of the left ones, of the same physical kind
 * @param match which of them does
 * @param waits whether a left row comes out once, when its match is final, instead of as soon as it is there; needs watermarks on both sides
 * @param output the left columns, then the right ones
 */
public record AsofSpec(boolean outer, Side left, Side right, Match match, boolean waits, Schema output) {

    /**
     * Which right row a left row matches: of those with equal keys the one whose place is nearest.
     *
     * @param later whether it is at or after the left row's place, instead of at or before it
     * @param strict whether the same place does not count
     */
    public record Match(boolean later, boolean strict) {}

    /**
     * One input.
     *
     * @param schema its columns
     * @param keys the columns that have to be equal; a row in which one is NULL matches nothing
     * @param place the column that is compared, INT64 or FLOAT64; a row in which it is NULL matches nothing
     * @param retracts whether rows are taken back
     * @param watermark of an INT64 place, for an event-time watermark in micros: no row at or below it comes any more; nothing: there is none
     */
    public record Side(
            Schema schema, List<Integer> keys, int place, boolean retracts, Optional<LongUnaryOperator> watermark) {

        public Side {
            keys = List.copyOf(keys);
        }
    }

    /** An input. */
    Side side(int input) {
        return input == 0 ? left : right;
    }

    /** Whether rows are forgotten: no side takes rows back, and both places have a watermark. */
    boolean forgets() {
        return !left.retracts()
                && !right.retracts()
                && left.watermark().isPresent()
                && right.watermark().isPresent();
    }
}
