package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.frame.RowBlock;
import io.tidemark.jdbc.value.Cell;
import io.tidemark.jdbc.value.ResultColumn;
import java.sql.SQLException;
import java.util.Calendar;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.util.ArrayImpl;
import org.apache.calcite.avatica.util.Cursor;
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
final class RowFrames implements Cursor {

    private final RemoteConnection connection;
    private final AvaticaStatement statement;
    private final Execution execution;
    private final int columnCount;
    private final long maxRows;
    private int fetchSize;
    private Iterator<RowBlock> blocks = Collections.emptyIterator();
    private RowBlock block = RowBlock.NONE;
    private int row = -1;
    private boolean done;
    private long offset;

    RowFrames(
            RemoteConnection connection,
            AvaticaStatement statement,
            Execution execution,
            int columnCount,
            Meta.@Nullable Frame first)
            throws SQLException {
        this.connection = connection;
        this.statement = statement;
        this.execution = execution;
        this.columnCount = columnCount;
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
    public boolean next() {
        if (execution.isCancelled()) {
            throw Failures.throwThrough(Failures.cancelled(null));
        }
        if (maxRows > 0 && offset >= maxRows) {
            return false;
        }
        while (row + 1 >= block.size()) {
            if (blocks.hasNext()) {
                block = blocks.next();
                row = -1;
            } else if (done) {
                return false;
            } else {
                fetch();
            }
        }
        row++;
        offset++;
        return true;
    }

    /** A value of the row at hand; the index of its column counts from 0. */
    Cell cell(ResultColumn column, int index) {
        return new Cell(column, block.column(index), row);
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
        blocks = RowBlock.of(frame, columnCount);
        done = frame.done;
        if (done) {
            execution.finish();
        }
    }

    /** The getters read cells. */
    @Override
    public List<Accessor> createAccessors(List<ColumnMetaData> columns, Calendar calendar, ArrayImpl.Factory arrays) {
        return List.of();
    }

    /** What was asked for is closed by the result. */
    @Override
    public void close() {}

    @Override
    public boolean wasNull() {
        return false;
    }
}
