package io.tidemark.runtime.slicing;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.SlabRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How windows that overlap are made of slices. A slice is as long as the slide (of cumulating windows, the step) and is named by the end of the
 * earliest window that holds it, which is also where it ends; its windows end there and each slide later. Rows come with the window columns of
 * the earliest window that holds them.
 *
 * <p><b>Units</b>: micros.
 *
 * @param sizeMicros of a window; of cumulating ones, the greatest
 * @param slideMicros by which {@code sizeMicros} can be divided
 * @param offsetMicros how far the windows are moved
 * @param cumulates whether windows begin together and grow, instead of being equally long
 * @param spec what is computed for each window
 * @param parts for each group column, which column of a window it is; if the windows cumulate, one is END or TIME
 */
public record Slices(
        long sizeMicros, long slideMicros, long offsetMicros, boolean cumulates, AggregateSpec spec, List<Part> parts) {

    private static final long MICROS_PER_MILLI = 1000;

    /** What a group column is made of. */
    public enum Part {
        /** No column of a window. */
        PLAIN,
        /** {@code window_start}. */
        START,
        /** {@code window_end}. */
        END,
        /** {@code window_time}, a millisecond before the end. */
        TIME
    }

    public Slices {
        parts = List.copyOf(parts);
    }

    /** The group columns that are no columns of a window, as indexes of group columns. */
    List<Integer> plainGroups() {
        List<Integer> plain = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) == Part.PLAIN) {
                plain.add(i);
            }
        }
        return plain;
    }

    /** The plain group columns, as indexes of the input's columns: what rows may be spread by. */
    public List<Integer> plainColumns() {
        return plainGroups().stream().map(spec.groupColumns()::get).toList();
    }

    /** The end of the last window that holds the slice with this end. */
    long lastEnd(long sliceEnd) {
        return cumulates ? start(sliceEnd) + sizeMicros : sliceEnd + sizeMicros - slideMicros;
    }

    /** The start of the window with this end. */
    long start(long end) {
        return cumulates
                ? Math.floorDiv(end - 1 - offsetMicros, sizeMicros) * sizeMicros + offsetMicros
                : end - sizeMicros;
    }

    /** What a column of the window with this end holds. */
    long value(Part part, long end) {
        return switch (part) {
            case START -> start(end);
            case END -> end;
            case TIME -> end - MICROS_PER_MILLI;
            case PLAIN -> throw new IllegalArgumentException("no column of a window");
        };
    }

    /** The ends of the earliest windows that hold the rows of a batch. */
    LongColumn ends(Batch batch) {
        int anchor = anchor();
        LongColumn column = (LongColumn) batch.column(spec.groupColumns().get(anchor));
        long add = -plus(parts.get(anchor));
        if (add == 0) {
            return column;
        }
        long[] ends = new long[batch.rowCount()];
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            ends[position] = column.values[position] + add;
        }
        return new LongColumn(column.type(), ends, null);
    }

    /** The group column that tells the window; the start only where it does. */
    private int anchor() {
        int start = -1;
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) == Part.END || parts.get(i) == Part.TIME) {
                return i;
            }
            start = parts.get(i) == Part.START ? i : start;
        }
        return start;
    }

    /** By how much a column of a window, which is no start of one that grows, is after the end. */
    private long plus(Part part) {
        return part == Part.START ? -sizeMicros : part == Part.TIME ? -MICROS_PER_MILLI : 0;
    }

    /** The type of a window's end. */
    DataType endType() {
        return spec.input().type(spec.groupColumns().get(anchor()));
    }

    /** Windows that end by then are closed, for an event-time watermark; a window that grows is closed by its end alone. */
    long closedUpTo(long watermark) {
        long closed = spec.closingKeys().isEmpty() && watermark == Long.MAX_VALUE ? watermark : Long.MIN_VALUE;
        for (ClosingKey key : spec.closingKeys()) {
            Part part = parts.get(key.groupIndex());
            if (!cumulates || part != Part.START) {
                long bound = key.watermark().applyAsLong(watermark);
                boolean isLimit = bound == Long.MIN_VALUE || bound == Long.MAX_VALUE;
                closed = Math.max(closed, isLimit ? bound : bound - plus(part));
            }
        }
        return closed;
    }

    /**
     * The group columns of some rows whose keys begin with the plain ones.
     *
     * @param end of the window
     */
    List<Column> groupColumns(SlabRows rows, RowLayout layout, long end) {
        List<Column> columns = new ArrayList<>(parts.size());
        int key = 0;
        for (int i = 0; i < parts.size(); i++) {
            DataType type = spec.output().type(i);
            columns.add(
                    parts.get(i) == Part.PLAIN
                            ? rows.key(layout, key++, type)
                            : constant(type, value(parts.get(i), end), rows.count()));
        }
        return columns;
    }

    private static LongColumn constant(DataType type, long value, int count) {
        long[] values = new long[count];
        Arrays.fill(values, value);
        return new LongColumn(type, values, null);
    }

    /** The ends of the first windows that are open to the rows of a batch, where a {@link SliceJudge} has added them; null where all are. */
    @Nullable
    LongColumn firstOpen(Batch batch) {
        int columns = spec.input().size();
        return batch.columns().size() > columns ? (LongColumn) batch.column(columns) : null;
    }
}
