package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.RowErrorHandler;
import java.util.Optional;

/**
 * Keeps rows without an event time from an operator: they are reported, since they are in no window. All else is the operator's.
 *
 * <p><b>Errors</b>: ROW_ERROR_NULL_NOT_ALLOWED, and ROW_ERROR_TIME_RANGE where a window would be out of range, to the row error handler.
 */
public final class TimedRows implements Operator {

    private final EventTimes times;
    private final Operator operator;

    /**
     * Makes one for an operator of sessions.
     *
     * @param operator what takes the rows that have an event time
     */
    public TimedRows(SessionSpec spec, RowErrorHandler errors, Operator operator) {
        String name = spec.input().field(spec.timeColumn()).name();
        this.times = new EventTimes(spec.timeColumn(), name, spec.gapMicros(), errors);
        this.operator = operator;
    }

    /** Makes one for an operator that orders rows by a time column, and looks so far on from each. */
    public TimedRows(Field time, int timeColumn, long reachMicros, RowErrorHandler errors, Operator operator) {
        this.times = new EventTimes(timeColumn, time.name(), reachMicros, errors);
        this.operator = operator;
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        Batch valid = times.valid(batch);
        if (valid.selectedCount() > 0) {
            operator.process(input, valid, out);
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        return operator.endEpoch(epoch, watermark, out);
    }

    @Override
    public Optional<OperatorState> state() {
        return operator.state();
    }
}
