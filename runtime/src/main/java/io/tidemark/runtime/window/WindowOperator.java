package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.RowErrorHandler;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts each row into its windows: Δout = one row per row and window, with {@code window_start}, {@code window_end} and {@code window_time}
 * appended. Linear, so weights are kept.
 *
 * <p><b>Shape</b>: where each row has one window, positions are kept and the input's columns shared; else rows are made anew, those of one row
 * in the order of their windows' ends, with tags that name the same origin. <b>Units</b>: micros; window_time is window_end - 1000. <b>Errors</b>: a row whose event time is NULL is in no window and
 * goes to the row error handler (ROW_ERROR_NULL_NOT_ALLOWED); so does one whose windows reach beyond the range of a timestamp
 * (ROW_ERROR_TIME_RANGE). <b>Cost</b>: no state; O(|Δin| x windows). <b>Source</b>: the window table functions of SQL:2016 dialects.
 */
public final class WindowOperator implements Operator {

    private static final long MICROS_PER_MILLI = 1_000;

    private final int timeColumn;
    private final WindowAssigner assigner;
    private final Schema output;
    private final RowErrorHandler errors;
    private final int inputColumns;
    private final WindowList windows = new WindowList();

    /**
     * Makes one.
     *
     * @param timeColumn the index of the event-time column in the input
     * @param assigner how time is cut
     * @param output the columns of the input, then the three of the window
     * @param handlers told of rows that are in no window
     */
    public WindowOperator(int timeColumn, WindowAssigner assigner, Schema output, Dataflow.RowHandlers handlers) {
        this.timeColumn = timeColumn;
        this.assigner = assigner;
        this.output = output;
        this.errors = handlers.errors();
        this.inputColumns = output.size() - 3;
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        Batch valid = withTime(batch);
        if (valid.selectedCount() == 0) {
            return;
        }
        if (assigner.isSingle()) {
            inOneWindow(valid, out);
        } else {
            inSomeWindows(valid, out);
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        return watermark;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.empty();
    }

    private Batch withTime(Batch batch) {
        LongColumn times = (LongColumn) batch.column(timeColumn);
        long margin = assigner.reach();
        int[] selection = new int[batch.selectedCount()];
        int kept = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            long time = times.values[position];
            if (times.isNull(position)) {
                errors.rowError(batch, position, nullTime());
            } else if (time < Long.MIN_VALUE + margin || time > Long.MAX_VALUE - margin) {
                errors.rowError(batch, position, timeRange(time));
            } else {
                selection[kept++] = position;
            }
        }
        return kept == batch.selectedCount() ? batch : batch.withSelection(selection, kept);
    }

    private CodedException nullTime() {
        String column = output.field(timeColumn).name();
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_NULL_NOT_ALLOWED,
                "event time \"" + column + "\" is NULL, so the row is in no window");
    }

    private CodedException timeRange(long micros) {
        String column = output.field(timeColumn).name();
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_TIME_RANGE,
                "event time \"" + column + "\" is " + micros + " micros, and its windows are out of range");
    }

    private void inOneWindow(Batch batch, Output out) {
        long[] starts = new long[batch.rowCount()];
        long[] ends = new long[batch.rowCount()];
        long[] times = ((LongColumn) batch.column(timeColumn)).values;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            assigner.assign(times[position], windows);
            starts[position] = windows.starts[0];
            ends[position] = windows.ends[0];
        }
        out.emit(batch.withColumns(withWindow(batch.columns(), starts, ends)));
    }

    private List<Column> withWindow(List<Column> columns, long[] starts, long[] ends) {
        long[] times = new long[ends.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = ends[i] - MICROS_PER_MILLI;
        }
        List<Column> all = new ArrayList<>(columns);
        all.add(new LongColumn(output.type(inputColumns), starts, null));
        all.add(new LongColumn(output.type(inputColumns + 1), ends, null));
        all.add(new LongColumn(output.type(inputColumns + 2), times, null));
        return List.copyOf(all);
    }

    private void inSomeWindows(Batch batch, Output out) {
        long[] times = ((LongColumn) batch.column(timeColumn)).values;
        int[] rows = new int[Batch.MAX_ROWS];
        long[] starts = new long[Batch.MAX_ROWS];
        long[] ends = new long[Batch.MAX_ROWS];
        int count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            assigner.assign(times[position], windows);
            for (int window = 0; window < windows.count; window++) {
                if (count == Batch.MAX_ROWS) {
                    emit(batch, rows, starts, ends, out);
                    starts = new long[Batch.MAX_ROWS];
                    ends = new long[Batch.MAX_ROWS];
                    count = 0;
                }
                rows[count] = position;
                starts[count] = windows.starts[window];
                ends[count++] = windows.ends[window];
            }
        }
        if (count > 0) {
            emit(batch, rows, Arrays.copyOf(starts, count), Arrays.copyOf(ends, count), out);
        }
    }

    private void emit(Batch batch, int[] rows, long[] starts, long[] ends, Output out) {
        int count = starts.length;
        List<Column> columns = new ArrayList<>(inputColumns);
        for (Column column : batch.columns()) {
            columns.add(gather(column, rows, count));
        }
        int[] weights = null;
        if (batch.weights != null) {
            weights = new int[count];
            for (int i = 0; i < count; i++) {
                weights[i] = batch.weights[rows[i]];
            }
        }
        out.emit(new Batch(
                count, withWindow(columns, starts, ends), null, count, weights, gather(batch.tags(), rows, count)));
    }

    private static RowTags gather(RowTags tags, int[] rows, int count) {
        if (tags.watermarks == null && tags.origin == null) {
            return RowTags.NONE;
        }
        long[] watermarks = tags.watermarks == null ? null : gather(tags.watermarks, rows, count);
        long[] eventTimes = tags.eventTimes == null ? null : gather(tags.eventTimes, rows, count);
        int[] originRows = new int[count];
        for (int i = 0; i < count; i++) {
            originRows[i] = tags.originRow(rows[i]);
        }
        return new RowTags(watermarks, eventTimes, tags.origin, originRows);
    }

    private static Column gather(Column column, int[] rows, int count) {
        long[] validity = validity(column, rows, count);
        if (column instanceof LongColumn longs) {
            return new LongColumn(column.type(), gather(longs.values, rows, count), validity);
        }
        if (column instanceof Int128Column wide) {
            return new Int128Column(
                    column.type(), gather(wide.high, rows, count), gather(wide.low, rows, count), validity);
        }
        if (column instanceof BytesColumn bytes) {
            return new BytesColumn(column.type(), gather(bytes.references, rows, count), bytes.pool, validity);
        }
        double[] source = ((DoubleColumn) column).values;
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = source[rows[i]];
        }
        return new DoubleColumn(column.type(), values, validity);
    }

    private static long[] gather(long[] source, int[] rows, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = source[rows[i]];
        }
        return values;
    }

    private static long @Nullable [] validity(Column column, int[] rows, int count) {
        if (column.validity == null) {
            return null;
        }
        long[] validity = new long[(count + 63) >> 6];
        for (int i = 0; i < count; i++) {
            if (!column.isNull(rows[i])) {
                validity[i >> 6] |= 1L << i;
            }
        }
        return validity;
    }
}
