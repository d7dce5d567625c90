package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result, fetched frame by frame and only when a row is asked for.
 *
 * <p>Avatica's own reader fetches the next frame before it hands out the last row of the one at hand, so that a push query's
 * row would be seen only when the next one comes. This one hands out all it has before it waits. An empty frame that is not
 * the last is a heartbeat: the wait goes on.
 *
 * <p><b>Errors</b>: what the server reports, and 57014 after a cancel.
 */
final class RowFrames implements Iterator<Object> {

    private final RemoteConnection connection;
    private final AvaticaStatement statement;
    private final Execution execution;
    private final long maxRows;
    private int fetchSize;
    private Iterator<Object> rows = Collections.emptyIterator();
    private @Nullable Object current;
    private boolean done;
    private long offset;

    RowFrames(RemoteConnection connection, AvaticaStatement statement, Execution execution, Meta.@Nullable Frame first)
            throws SQLException {
        this.connection = connection;
        this.statement = statement;
        this.execution = execution;
        this.maxRows = statement.getLargeMaxRows();
        this.fetchSize = statement.getFetchSize();
        if (first != null) {
            take(first);
        }
    }

    /** Changes the greatest number of rows of the messages to come. */
    void fetchSize(int rowCount) {
        fetchSize = rowCount;
    }

    @Override
    public boolean hasNext() {
        if (execution.isCancelled()) {
            throw Failures.throwThrough(Failures.cancelled(null));
        }
        if (maxRows > 0 && offset >= maxRows) {
            return false;
        }
        while (!rows.hasNext()) {
            if (done) {
                return false;
            }
            fetch();
        }
        return true;
    }

    @Override
    public Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        offset++;
        current = rows.next();
        return current;
    }

    /** A value of the row handed out last, as it came; {@code column} counts from 0. */
    @Nullable
    Object value(int column) {
        Object row = current;
        return row instanceof List ? ((List<?>) row).get(column) : ((Object[]) Objects.requireNonNull(row))[column];
    }

    private void fetch() {
        boolean fetched = false;
        try {
            Meta.Frame frame = connection.fetch(statement.handle, offset, fetchSize);
            fetched = true;
            take(frame == null ? Meta.Frame.EMPTY : frame);
        } catch (NoSuchStatementException | MissingResultsException e) {
            throw Failures.throwThrough(Failures.resultGone(e));
        } finally {
            if (!fetched && !Thread.currentThread().isInterrupted() && !execution.isCancelled()) {
                execution.finish();
            }
        }
    }

    private void take(Meta.Frame frame) {
        rows = frame.rows.iterator();
        done = frame.done;
        if (done) {
            execution.finish();
        }
    }
}
