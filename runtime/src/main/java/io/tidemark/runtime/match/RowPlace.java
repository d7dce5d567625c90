package io.tidemark.runtime.match;

/**
 * Which row of a match an expression reads.
 *
 * @param anchor where it begins
 * @param variables the variables whose rows count, as bits; of no meaning for the current row
 * @param offset how many of those rows on, towards the other end
 * @param shift how many rows of the partition on from there
 */
public record RowPlace(Anchor anchor, long variables, int offset, int shift) {

    /** Where it begins. */
    public enum Anchor {
        /** The row that was matched last. */
        CURRENT,
        /** The first row of the variables. */
        FIRST,
        /** The last row of the variables. */
        LAST
    }

    /** The place's index among the rows of the partition, with 0 for the first of the match; {@link Integer#MIN_VALUE} if there is none. */
    int in(int[] labels, int length) {
        if (anchor == Anchor.CURRENT) {
            return length == 0 ? Integer.MIN_VALUE : length - 1 + shift;
        }
        int left = offset;
        for (int i = 0; i < length; i++) {
            int at = anchor == Anchor.FIRST ? i : length - 1 - i;
            if ((variables >>> labels[at] & 1) != 0 && left-- == 0) {
                return at + shift;
            }
        }
        return Integer.MIN_VALUE;
    }
}
