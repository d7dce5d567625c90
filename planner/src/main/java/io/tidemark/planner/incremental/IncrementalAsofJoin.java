package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Joins each left row with the right row that is nearest to it by a column, on one side, of those with equal keys. Right rows at the same place are
 * ordered by all columns of the right input, of which the last one is taken. Δout: for each left row that changes or whose match does, minus what it
 * was joined with, plus what it is.
 *
 * <p>With bounds, left rows are forgotten when no right row to come can be nearer, and right rows when no left row to come needs them; FINAL gives a
 * left row out then.
 *
 * <p><b>Shape</b>: the left columns, then the right ones.
 */
public record IncrementalAsofJoin(
        IncrementalNode left,
        IncrementalNode right,
        Match match,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    /** Where the right row is, seen from the left one. */
    public enum Side {
        AT_OR_BEFORE("<="),
        BEFORE("<"),
        AT_OR_AFTER(">="),
        AFTER(">");

        private final String comparison;

        Side(String comparison) {
            this.comparison = comparison;
        }

        /** How the right column compares with the left one. */
        public String comparison() {
            return comparison;
        }

        /** Whether later right rows match. */
        public boolean isLater() {
            return this == AT_OR_AFTER || this == AFTER;
        }

        /** Whether a right row at the same place does not match. */
        public boolean isStrict() {
            return this == BEFORE || this == AFTER;
        }
    }

    /**
     * Which right row a left row is joined with.
     *
     * @param outer whether left rows without a match come out
     * @param keys the columns that have to be equal
     * @param side on which side of the left row's value
     * @param leftColumn the left column that is compared
     * @param rightColumn the right column that is, of the same kind
     * @param bounds until when rows are kept; nothing: for ever
     */
    public record Match(
            boolean outer,
            List<IncrementalJoin.Key> keys,
            Side side,
            int leftColumn,
            int rightColumn,
            Optional<Bounds> bounds) {

        public Match {
            keys = List.copyOf(keys);
        }
    }

    /** The watermarks of the columns compared; rows that are below them by their own tags are late. */
    public record Bounds(ColumnWatermark left, ColumnWatermark right) {}

    /** The join as messages name it. */
    public String words() {
        return match.outer() ? "LEFT ASOF JOIN" : "ASOF JOIN";
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(left, right);
    }

    /** The same with other inputs, which give the same rows. */
    public IncrementalAsofJoin withInputs(IncrementalNode newLeft, IncrementalNode newRight) {
        return new IncrementalAsofJoin(newLeft, newRight, match, rowType, traits, position);
    }

    /** The same with other column names. */
    public IncrementalAsofJoin withRowType(RelDataType newRowType) {
        return new IncrementalAsofJoin(left, right, match, newRowType, traits, position);
    }
}
