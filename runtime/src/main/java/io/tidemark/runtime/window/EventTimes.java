package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.operator.RowErrorHandler;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;

/** The event times of a batch's rows: those that are NULL, or so extreme that their windows are out of range, are reported and left out. */
final class EventTimes {

    private final int column;
    private final String name;
    private final long reach;
    private final RowErrorHandler errors;

    /**
     * Makes one.
     *
     * @param column the event-time column's index
     * @param name its name, for messages
     * @param reach how far a window's edge can be away from a time in it, micros
     */
    EventTimes(int column, String name, long reach, RowErrorHandler errors) {
        this.column = column;
        this.name = name;
        this.reach = reach;
        this.errors = errors;
    }

    /** The event times by position. */
    long[] of(Batch batch) {
        return ((LongColumn) batch.column(column)).values;
    }

    /** The rows that windows can hold. */
    Batch valid(Batch batch) {
        LongColumn times = (LongColumn) batch.column(column);
        int[] selection = new int[batch.selectedCount()];
        int kept = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            long time = times.values[position];
            if (times.isNull(position)) {
                errors.rowError(batch, position, isNull());
            } else if (time < Long.MIN_VALUE + reach || time > Long.MAX_VALUE - reach) {
                errors.rowError(batch, position, outOfRange(time));
            } else {
                selection[kept++] = position;
            }
        }
        return kept == batch.selectedCount() ? batch : batch.withSelection(selection, kept);
    }

    private CodedException isNull() {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_NULL_NOT_ALLOWED,
                "event time \"" + name + "\" is NULL, so the row is in no window");
    }

    private CodedException outOfRange(long micros) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_TIME_RANGE,
                "event time \"" + name + "\" is " + micros + " micros, and its windows are out of range");
    }
}
