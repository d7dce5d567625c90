package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowGather;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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

    private final WindowAssigner assigner;
    private final Schema output;
    private final EventTimes times;
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
        this.assigner = assigner;
        this.output = output;
        this.times = new EventTimes(timeColumn, output.field(timeColumn).name(), assigner.reach(), handlers.errors());
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        Batch valid = times.valid(batch);
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

    private void inOneWindow(Batch batch, Output out) {
        long[] starts = new long[batch.rowCount()];
        long[] ends = new long[batch.rowCount()];
        long[] values = times.of(batch);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            long time = values[position];
            if (!windows.holdFor(time)) {
                assigner.assign(time, windows);
            }
            starts[position] = windows.starts[0];
            ends[position] = windows.ends[0];
        }
        out.emit(batch.withColumns(withWindow(batch.columns(), starts, ends)));
    }

    private List<Column> withWindow(List<Column> columns, long[] starts, long[] ends) {
        List<Column> all = new ArrayList<>(columns);
        WindowColumns.add(all, output, starts, ends);
        return List.copyOf(all);
    }

    private void inSomeWindows(Batch batch, Output out) {
        long[] values = times.of(batch);
        int[] rows = new int[Batch.MAX_ROWS];
        long[] starts = new long[Batch.MAX_ROWS];
        long[] ends = new long[Batch.MAX_ROWS];
        int count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            assigner.assign(values[position], windows);
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
        Batch anew = RowGather.rows(batch, rows, count);
        out.emit(anew.withColumns(withWindow(anew.columns(), starts, ends)));
    }
}
