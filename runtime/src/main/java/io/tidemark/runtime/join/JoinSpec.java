package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * What a {@link JoinOperator} computes.
 *
 * @param kind which rows come out
 * @param left the first input
 * @param right the second, with a key column for each of the first's, of the same physical kind
 * @param nullsMatch for each key column, whether NULL matches NULL: IS NOT DISTINCT FROM, instead of =
 * @param residual a text that tells conditions beside the keys apart; empty if there is none
 * @param waits whether rows without a match are given out when they are forgotten, and so final, instead of as soon as they are there
 * @param output the columns given out
 */
public record JoinSpec(
        Kind kind, Side left, Side right, List<Boolean> nullsMatch, String residual, boolean waits, Schema output) {

    /** Which rows come out. */
    public enum Kind {
        /** Pairs that match. */
        INNER(false, false, true),
        /** Pairs that match, and left rows without a match, with NULL for the right one. */
        LEFT(true, false, true),
        /** Pairs that match, and right rows without a match. */
        RIGHT(false, true, true),
        /** Pairs that match, and the rows of both sides without a match. */
        FULL(true, true, true),
        /** Left rows with a match. */
        SEMI(true, false, false),
        /** Left rows without a match. */
        ANTI(true, false, false),
        /** Left rows, with TRUE if a right row makes the condition true, else NULL if one makes it unknown, else FALSE. */
        MARK(true, false, false);

        private final boolean countsLeft;
        private final boolean countsRight;
        private final boolean givesPairs;

        Kind(boolean countsLeft, boolean countsRight, boolean givesPairs) {
            this.countsLeft = countsLeft;
            this.countsRight = countsRight;
            this.givesPairs = givesPairs;
        }

        /** Whether what comes out depends on how many matches a row of an input has. */
        boolean counts(int input) {
            return input == 0 ? countsLeft : countsRight;
        }

        boolean givesPairs() {
            return givesPairs;
        }
    }

    /**
     * One input.
     *
     * @param schema its columns
     * @param keys the columns that have to be equal
     * @param retracts whether rows are taken back
     * @param closing when a row can be forgotten; nothing: never
     */
    public record Side(Schema schema, List<Integer> keys, boolean retracts, Optional<Closing> closing) {

        public Side {
            keys = List.copyOf(keys);
        }
    }

    /**
     * When rows of a side can be forgotten.
     *
     * @param column an INT64 column; a row in which it is NULL matches nothing
     * @param watermark such that no match of a row comes any more whose value is at or below it, for an event-time watermark in micros; never
     *     falls when that rises
     */
    public record Closing(int column, LongUnaryOperator watermark) {}

    public JoinSpec {
        nullsMatch = List.copyOf(nullsMatch);
    }

    /** An input. */
    public Side side(int input) {
        return input == 0 ? left : right;
    }

    /** The columns of a pair: the left ones, then the right ones. */
    public Schema pair() {
        return pair(left.schema(), right.schema());
    }

    /** The columns of one relation, then those of another. */
    public static Schema pair(Schema left, Schema right) {
        List<Field> fields = new ArrayList<>(left.fields());
        fields.addAll(right.fields());
        return new Schema(fields);
    }
}
