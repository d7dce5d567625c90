package io.tidemark.runtime.calc;

import io.tidemark.planner.text.DurationText;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The event-time column of a source, and which of its values a row may have: not NULL and, if there is a limit, not further ahead of the
 * epoch's logged clock, so that one broken clock does not make all other rows late.
 *
 * <p><b>Errors</b>: ROW_ERROR_NULL_NOT_ALLOWED, ROW_ERROR_FUTURE_TIME. <b>Cost</b>: a comparison a row.
 */
public final class EventTimeColumn {

    private final int index;
    private final String name;
    private final Optional<Duration> maxFutureSkew;
    private final EpochClock clock;

    /**
     * Describes a column.
     *
     * @param index where it is
     * @param maxFutureSkew how far ahead of {@code clock} a value may be; empty: any distance
     */
    public EventTimeColumn(int index, String name, Optional<Duration> maxFutureSkew, EpochClock clock) {
        this.index = index;
        this.name = name;
        this.maxFutureSkew = maxFutureSkew;
        this.clock = clock;
    }

    int index() {
        return index;
    }

    /** Leaves out the rows whose event time they may not have. */
    void check(Column column, RowSelection rows) {
        if (column.validity == null && maxFutureSkew.isEmpty()) {
            return;
        }
        long[] times = ((LongColumn) column).values;
        long latest = maxFutureSkew
                .map(skew -> clock.nowMicros() + TimeUnit.NANOSECONDS.toMicros(skew.toNanos()))
                .orElse(Long.MAX_VALUE);
        int i = 0;
        while (i < rows.count) {
            int position = rows.positions[i];
            if (column.isNull(position)) {
                rows.fail(i, isNull());
            } else if (times[position] > latest) {
                rows.fail(i, tooFarAhead(times[position]));
            } else {
                i++;
            }
        }
    }

    private CodedException isNull() {
        return CodedException.rowError(ErrorCode.ROW_ERROR_NULL_NOT_ALLOWED, "event time \"" + name + "\" is NULL");
    }

    private CodedException tooFarAhead(long micros) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_FUTURE_TIME,
                "event time \"" + name + "\" is " + Instant.EPOCH.plus(micros, ChronoUnit.MICROS) + ", more than "
                        + DurationText.of(TimeUnit.NANOSECONDS.toMicros(
                                maxFutureSkew.orElseThrow().toNanos()))
                        + " ahead of the wall clock");
    }
}
