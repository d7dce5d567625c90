package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/**
 * Joins two inputs: Δ(L⋈R) = ΔL⋈R + L'⋈ΔR. Rows match if their keys are equal and the residual is TRUE.
 *
 * <p><b>Shape</b>: the output has the left columns, then the right ones; of SEMI and ANTI the left ones; of MARK the left ones and the mark.
 *
 * <p>Rows that no row to come can match are forgotten: see {@link TimeBounds}. FINAL gives a row without a match out when it is forgotten.
 */
public record IncrementalJoin(
        IncrementalNode left,
        IncrementalNode right,
        Kind kind,
        Condition condition,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    /** Which rows come out. */
    public enum Kind {
        /** Pairs that match. */
        INNER("INNER JOIN"),
        /** Pairs, and left rows without a match. */
        LEFT("LEFT JOIN"),
        /** Pairs, and right rows without a match. */
        RIGHT("RIGHT JOIN"),
        /** Pairs, and the rows of both sides without a match. */
        FULL("FULL JOIN"),
        /** Left rows with a match. */
        SEMI("SEMI JOIN"),
        /** Left rows without a match. */
        ANTI("ANTI JOIN"),
        /** Left rows, with TRUE if a right row makes the condition true, else NULL if one makes it unknown, else FALSE. */
        MARK("MARK JOIN"),
        /** Left rows, only added, with the right rows that match at the time they come; left rows are not kept. */
        TEMPORAL("TEMPORAL JOIN"),
        /** The same, and left rows without a match. */
        LEFT_TEMPORAL("LEFT TEMPORAL JOIN");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The kind as messages name it. */
        public String words() {
            return words;
        }

        /** Whether right columns come out. */
        public boolean givesRight() {
            return this != SEMI && this != ANTI && this != MARK;
        }

        /** Whether left rows meet the right rows that there are when they come, and no later ones. */
        public boolean isTemporal() {
            return this == TEMPORAL || this == LEFT_TEMPORAL;
        }

        /** Whether a row that came out may be taken back because a match arrives later. */
        public boolean withdraws() {
            return this != INNER && this != SEMI && !isTemporal();
        }
    }

    /**
     * A pair of columns that have to be equal, of types whose values are kept alike.
     *
     * @param left the index in the left input
     * @param right the index in the right input
     * @param nullsMatch whether NULL equals NULL: IS NOT DISTINCT FROM
     */
    public record Key(int left, int right, boolean nullsMatch) {}

    /**
     * Which rows match.
     *
     * @param keys the columns that have to be equal; without any, every row is held against every other
     * @param residual what has to be true beside that, over the left columns and then the right ones
     * @param bounds what follows for the time between rows that match
     */
    public record Condition(List<Key> keys, Optional<RexNode> residual, TimeBounds bounds) {

        public Condition {
            keys = List.copyOf(keys);
        }
    }

    /**
     * Until when rows are kept. A row is forgotten when the column named is at or below the watermark given: then rows of the other side that
     * match it come no more, but late ones. Rows of that side are late if the column judged is at or below its watermark at the row's own tag.
     *
     * @param dropLeft by which left column left rows are forgotten; nothing: never
     * @param dropRight by which right column right rows are
     * @param judgeLeft the left column by which late left rows are told; nothing: none is late
     * @param judgeRight the same of right rows
     */
    public record TimeBounds(
            Optional<ColumnWatermark> dropLeft,
            Optional<ColumnWatermark> dropRight,
            Optional<ColumnWatermark> judgeLeft,
            Optional<ColumnWatermark> judgeRight) {

        /** No bounds. */
        public static final TimeBounds NONE =
                new TimeBounds(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The columns that have to be equal. */
    public List<Key> keys() {
        return condition.keys();
    }

    /** What has to be true beside that. */
    public Optional<RexNode> residual() {
        return condition.residual();
    }

    /** Until when rows are kept. */
    public TimeBounds bounds() {
        return condition.bounds();
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(left, right);
    }

    /** The same with other inputs, which give the same rows. */
    public IncrementalJoin withInputs(IncrementalNode newLeft, IncrementalNode newRight) {
        return new IncrementalJoin(newLeft, newRight, kind, condition, rowType, traits, position);
    }

    /** The same with other column names. */
    public IncrementalJoin withRowType(RelDataType newRowType) {
        return new IncrementalJoin(left, right, kind, condition, newRowType, traits, position);
    }
}
