package io.tidemark.planner.incremental;

import io.tidemark.planner.incremental.over.OverFrame;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Functions of the rows around each row: Δout = for each partition touched, minus its rows with the results that they had, plus its rows with those
 * that they have now. Rows that tie are ordered by all columns of the input.
 *
 * <p>A partition is closed when any of {@code closing} has passed: FINAL gives its rows out then; both kinds drop its state then. With {@code time},
 * which is so in FINAL alone, each row is given out once, when the watermark of the time that orders the partition has passed what its frames
 * reach; a row whose time had been passed by its own watermark tag is late.
 *
 * <p><b>Shape</b>: the input's columns, then one a call.
 *
 * @param partitionColumns indexes of the input's columns; none: all rows are one partition
 * @param collation the order within a partition
 * @param calls the functions
 * @param closing for partition columns that have a watermark: {@code column} is an index into {@code partitionColumns}
 * @param time the watermark of the first column of {@code collation}, if rows are given out by it
 */
public record IncrementalOver(
        IncrementalNode input,
        List<Integer> partitionColumns,
        List<RelFieldCollation> collation,
        List<Call> calls,
        List<ColumnWatermark> closing,
        Optional<WatermarkTransform> time,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    /**
     * One function of a window.
     *
     * @param function what is computed
     * @param argument the input column whose value is given; empty for functions of ranks, and for aggregates
     * @param number how many rows LAG and LEAD look back or ahead, may be negative; which row NTH_VALUE gives, from 1; the number of NTILE's parts; 0
     *     for the others
     * @param otherwise the input column whose value LAG and LEAD give where there is no such row; empty for NULL
     * @param frame the rows that are looked at; without meaning for functions of ranks, LAG and LEAD
     * @param aggregate what an aggregate computes, in columns of the input
     * @param type the result's type
     */
    public record Call(
            Function function,
            OptionalInt argument,
            long number,
            OptionalInt otherwise,
            OverFrame frame,
            Optional<AggregateCall> aggregate,
            RelDataType type) {

        /** The functions. */
        public enum Function {
            ROW_NUMBER,
            RANK,
            DENSE_RANK,
            NTILE,
            PERCENT_RANK,
            CUME_DIST,
            LAG,
            LEAD,
            FIRST_VALUE,
            LAST_VALUE,
            NTH_VALUE,
            AGGREGATE
        }

        /** Whether a row's result is known once all rows up to some time after it are: nothing looks to the end of the partition. */
        public boolean isFinalInTime() {
            return switch (function) {
                case NTILE, PERCENT_RANK, CUME_DIST -> false;
                case ROW_NUMBER, RANK, DENSE_RANK, LAG, LEAD -> true;
                default ->
                    frame.end().direction() != OverFrame.Direction.UNBOUNDED_FOLLOWING
                            && frame.start().direction() != OverFrame.Direction.UNBOUNDED_FOLLOWING;
            };
        }

        /** How many micros a row waits for others after its time; empty where it waits for a number of rows. */
        public OptionalLong waits() {
            long rows = function == Function.LEAD ? number : function == Function.LAG ? -number : 0;
            boolean framed = switch (function) {
                case FIRST_VALUE, LAST_VALUE, NTH_VALUE, AGGREGATE -> true;
                default -> false;
            };
            long ahead = framed ? Math.max(frame.start().ahead(), frame.end().ahead()) : 0;
            if (rows > 0 || (framed && frame.rows() && ahead > 0)) {
                return OptionalLong.empty();
            }
            return OptionalLong.of(ahead);
        }

        /** Whether all rows of a partition have to be kept for those to come: the first of them, or all of an aggregate's arguments. */
        public boolean keepsPartition() {
            if (!beginsWithPartition()) {
                return false;
            }
            return aggregate
                    .map(call -> call.keepsArguments(false) || !isNumber(call))
                    .orElse(true);
        }

        /** Whether something is kept of the rows of a partition that are kept no longer. */
        public boolean keepsSum() {
            return switch (function) {
                case ROW_NUMBER, RANK, DENSE_RANK -> true;
                default -> beginsWithPartition();
            };
        }

        private boolean beginsWithPartition() {
            boolean framed = switch (function) {
                case FIRST_VALUE, LAST_VALUE, NTH_VALUE, AGGREGATE -> true;
                default -> false;
            };
            return framed && frame.start().direction() == OverFrame.Direction.UNBOUNDED_PRECEDING;
        }

        private static boolean isNumber(AggregateCall call) {
            return switch (call.function()) {
                case ARG_MIN, ARG_MAX, FIRST_VALUE, LAST_VALUE -> false;
                default ->
                    !SqlTypeName.STRING_TYPES.contains(call.type().getSqlTypeName())
                            && call.type().getComponentType() == null;
            };
        }
    }

    public IncrementalOver {
        partitionColumns = List.copyOf(partitionColumns);
        collation = List.copyOf(collation);
        calls = List.copyOf(calls);
        closing = List.copyOf(closing);
    }

    /** The same node over another input, or with other names. */
    public IncrementalOver with(IncrementalNode newInput, RelDataType newType) {
        return new IncrementalOver(
                newInput, partitionColumns, collation, calls, closing, time, newType, traits, position);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }
}
