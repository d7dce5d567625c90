package io.tidemark.server.avatica;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.server.session.ResultRows;
import io.tidemark.server.session.StatementControl;
import io.tidemark.server.session.StatementResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A statement of a connection: its text if it was prepared, and the result being read. Guarded by itself, but for {@link #cancel}. */
final class OpenStatement {

    /** How long a fetch waits for the first row of a push query before it answers with an empty frame. */
    private static final Duration LONG_POLL = Duration.ofSeconds(1);

    private static final Duration NO_WAIT = Duration.ZERO;

    private final @Nullable String preparedSql;
    private volatile @Nullable StatementControl control;
    private StatementResult.@Nullable Rows result;
    private @Nullable Batch current;
    private int nextInBatch;
    private long rowsGiven;
    private long maxRows;

    OpenStatement(@Nullable String preparedSql) {
        this.preparedSql = preparedSql;
    }

    @Nullable
    String preparedSql() {
        return preparedSql;
    }

    /** Begins a new execution; what was being read before is closed. */
    StatementControl begin(Duration timeout, long newMaxRows) {
        closeResult();
        StatementControl fresh = new StatementControl(timeout);
        control = fresh;
        maxRows = newMaxRows;
        rowsGiven = 0;
        return fresh;
    }

    void read(StatementResult.Rows rows) {
        result = rows;
        current = null;
        nextInBatch = 0;
    }

    boolean hasResult() {
        return result != null;
    }

    /** Ends what runs, from any thread. */
    void cancel() {
        StatementControl running = control;
        if (running != null) {
            running.cancel();
        }
    }

    /**
     * The first rows of a result: of a push query those that are there already.
     *
     * @param max the most rows of the frame
     */
    Meta.Frame firstFrame(int max, WireValues values) {
        return frame(max, values, isEndless() ? NO_WAIT : LONG_POLL);
    }

    /** Further rows; an empty frame that isn't the last is a sign of life from a push query. */
    Meta.Frame fetch(int max, WireValues values) {
        return frame(max, values, LONG_POLL);
    }

    private boolean isEndless() {
        return result != null && result.rows().isEndless();
    }

    private Meta.Frame frame(int max, WireValues values, Duration wait) {
        StatementResult.Rows reading = result;
        if (reading == null) {
            return Meta.Frame.create(rowsGiven, true, List.of());
        }
        int limit = (int) Math.min(max, maxRows < 0 ? max : maxRows - rowsGiven);
        List<Object> rows = new ArrayList<>();
        boolean mayWait = true;
        while (rows.size() < limit) {
            if (current == null) {
                current = nextBatch(reading.rows(), mayWait && rows.isEmpty() ? wait : NO_WAIT);
                nextInBatch = 0;
                mayWait = !isEndless();
                if (current == null) {
                    if (reading.rows().isEnded() || isEndless()) {
                        break;
                    }
                    continue;
                }
            }
            nextInBatch = values.append(current, nextInBatch, limit, rows);
            if (nextInBatch >= current.selectedCount()) {
                current = null;
            }
        }
        long offset = rowsGiven;
        rowsGiven += rows.size();
        boolean done = (maxRows >= 0 && rowsGiven >= maxRows)
                || (current == null && reading.rows().isEnded());
        if (done) {
            closeResult();
        }
        return Meta.Frame.create(offset, done, rows);
    }

    private static @Nullable Batch nextBatch(ResultRows rows, Duration wait) {
        return rows.isEnded() ? null : rows.next(wait);
    }

    void closeResult() {
        if (result != null) {
            result.rows().close();
            result = null;
            current = null;
        }
    }

    /** Ends what runs and lets go of everything. */
    void close() {
        cancel();
        synchronized (this) {
            closeResult();
        }
    }
}
