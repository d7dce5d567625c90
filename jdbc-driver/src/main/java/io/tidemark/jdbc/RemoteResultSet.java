package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.result.StreamedResultSet;
import io.tidemark.jdbc.value.Cell;
import io.tidemark.jdbc.value.Conversions;
import io.tidemark.jdbc.value.ResultColumn;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/**
 * A result whose rows are fetched as they are asked for.
 *
 * <p>{@link #next} blocks until a row comes or the result ends; {@link #close} from another thread ends the wait.
 */
final class RemoteResultSet extends StreamedResultSet {

    private volatile boolean closing;
    private @Nullable ZoneId sessionZone;
    private @Nullable RowFrames rows;

    RemoteResultSet(
            AvaticaStatement statement,
            QueryState state,
            Meta.Signature signature,
            ResultSetMetaData metaData,
            TimeZone timeZone,
            Meta.@Nullable Frame firstFrame)
            throws SQLException {
        super(statement, state, signature, metaData, timeZone, firstFrame);
    }

    @Override
    protected AvaticaResultSet execute() throws SQLException {
        RowFrames read = new RowFrames(
                (RemoteConnection) statement.connection, statement, execution(), columnMetaDataList.size(), firstFrame);
        rows = read;
        return execute2(read, columnMetaDataList);
    }

    private Execution execution() {
        return ((Executing) statement).execution();
    }

    @Override
    protected Cell cell(ResultColumn column, int index) {
        return Objects.requireNonNull(rows).cell(column, index);
    }

    @Override
    public boolean isClosed() throws SQLException {
        return super.isClosed() || statement.isClosed();
    }

    @Override
    public boolean next() throws SQLException {
        try {
            return super.next();
        } catch (SQLException | RuntimeException e) {
            if (closing) {
                throw Failures.closed(e);
            }
            throw execution().translate(e);
        }
    }

    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        try {
            execution().abandon();
        } catch (SQLException e) {
            throw Failures.throwThrough(e);
        } finally {
            super.close();
        }
    }

    @Override
    public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
        return Conversions.convert(cell(column), type, this::sessionZone);
    }

    @Override
    public <T> @Nullable T getObject(String label, Class<T> type) throws SQLException {
        return getObject(findColumn(label), type);
    }

    /** There are no types of users to map, so a map changes nothing. */
    @Override
    public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> types) throws SQLException {
        return getObject(column);
    }

    @Override
    public @Nullable Object getObject(String label, @Nullable Map<String, Class<?>> types) throws SQLException {
        return getObject(label);
    }

    private ZoneId sessionZone() throws SQLException {
        ZoneId zone = sessionZone;
        if (zone == null) {
            zone = ((RemoteConnection) statement.connection).sessionZone();
            sessionZone = zone;
        }
        return zone;
    }

    @Override
    public AvaticaStatement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    @Override
    public String getCursorName() throws SQLException {
        throw Failures.noCursorNames();
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        StatementOptions.requireForward(direction);
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return FETCH_FORWARD;
    }

    @Override
    public void setFetchSize(int rowCount) throws SQLException {
        checkOpen();
        int size = StatementOptions.fetchSize(
                rowCount, statement.connection.config().fetchSize());
        super.setFetchSize(size);
        Objects.requireNonNull(rows).fetchSize(size);
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return TYPE_FORWARD_ONLY;
    }

    @Override
    public int getConcurrency() throws SQLException {
        checkOpen();
        return CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public <T> T unwrap(Class<T> target) throws SQLException {
        return Failures.unwrapped(this, target);
    }

    @Override
    public boolean isWrapperFor(Class<?> target) {
        return target.isInstance((ResultSet) this);
    }
}
