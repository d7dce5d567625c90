package io.tidemark.jdbc;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.List;
import java.util.Objects;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData.ArrayType;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/**
 * A result whose rows are fetched as they are asked for, and whose dates and times are right in any zone.
 *
 * <p>{@link #next} blocks until a row comes or the result ends; {@link #close} from another thread ends the wait.
 */
final class RemoteResultSet extends CheckedResultSet {

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
        RowFrames read = new RowFrames((RemoteConnection) statement.connection, statement, execution(), firstFrame);
        rows = read;
        return execute2(MetaImpl.createCursor(signature.cursorFactory, () -> read), columnMetaDataList);
    }

    private Execution execution() {
        return ((Executing) statement).execution();
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
    public String getString(int column) throws SQLException {
        if (type(column) == Types.ARRAY) {
            Array array = getArray(column);
            return array == null ? null : array.toString();
        }
        return super.getString(column);
    }

    @Override
    public @Nullable Array getArray(int column) throws SQLException {
        if (type(column) != Types.ARRAY) {
            throw unreadable(column, "ARRAY", null);
        }
        Object elements = Objects.requireNonNull(rows).value(column - 1);
        ArrayType arrayType = (ArrayType) columnMetaDataList.get(column - 1).type;
        return elements == null ? null : new RemoteArray(arrayType.getComponent(), (List<?>) elements);
    }

    @Override
    public @Nullable Array getArray(String label) throws SQLException {
        return getArray(findColumn(label));
    }

    @Override
    public Timestamp getTimestamp(int column) throws SQLException {
        if (isTimestampText(column)) {
            return isNull(column) ? null : Timestamp.valueOf(wallClock(column));
        }
        switch (type(column)) {
            case Types.TIMESTAMP:
                return isNull(column) ? null : Temporals.timestamp(raw(column));
            case Types.DATE:
                return isNull(column) ? null : Temporals.timestampOfDay(raw(column));
            default:
                throw unreadable(column, "TIMESTAMP", null);
        }
    }

    @Override
    public Timestamp getTimestamp(int column, @Nullable Calendar calendar) throws SQLException {
        if (calendar == null || type(column) != Types.TIMESTAMP) {
            return getTimestamp(column);
        }
        return isNull(column) ? null : Temporals.timestamp(raw(column), calendar.getTimeZone());
    }

    @Override
    public Date getDate(int column) throws SQLException {
        switch (type(column)) {
            case Types.DATE:
                return isNull(column) ? null : Temporals.date(raw(column));
            case Types.TIMESTAMP:
                return isNull(column) ? null : Temporals.dateOfTimestamp(raw(column));
            default:
                throw unreadable(column, "DATE", null);
        }
    }

    @Override
    public Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
        if (calendar == null || type(column) != Types.DATE) {
            return getDate(column);
        }
        return isNull(column) ? null : Temporals.date(raw(column), calendar.getTimeZone());
    }

    @Override
    public Time getTime(int column) throws SQLException {
        switch (type(column)) {
            case Types.TIME:
                return isNull(column) ? null : Temporals.time(raw(column));
            case Types.TIMESTAMP:
                return isNull(column) ? null : Temporals.timeOfTimestamp(raw(column));
            default:
                throw unreadable(column, "TIME", null);
        }
    }

    @Override
    public Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
        if (calendar == null || type(column) != Types.TIME) {
            return getTime(column);
        }
        return isNull(column) ? null : Temporals.time(raw(column), calendar.getTimeZone());
    }

    @Override
    public @Nullable Object getObject(int column) throws SQLException {
        if (isNull(column)) {
            return null;
        }
        switch (type(column)) {
            case Types.TIMESTAMP:
                return getTimestamp(column);
            case Types.DATE:
                return getDate(column);
            case Types.TIME:
                return getTime(column);
            case Types.TINYINT:
            case Types.SMALLINT:
            case Types.INTEGER:
                return getInt(column);
            case Types.BIGINT:
                return getLong(column);
            case Types.REAL:
                return getFloat(column);
            case Types.FLOAT:
            case Types.DOUBLE:
                return getDouble(column);
            case Types.DECIMAL:
            case Types.NUMERIC:
                return getBigDecimal(column);
            case Types.ARRAY:
                return getArray(column);
            default:
                return super.getObject(column);
        }
    }

    @Override
    public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
        if (isNull(column)) {
            return null;
        }
        return type.cast(convert(column, type));
    }

    private Object convert(int column, Class<?> type) throws SQLException {
        if (type == String.class) {
            return getString(column);
        }
        if (type == Integer.class) {
            return getInt(column);
        }
        if (type == Long.class) {
            return getLong(column);
        }
        if (type == Double.class) {
            return getDouble(column);
        }
        if (type == BigDecimal.class) {
            return getBigDecimal(column);
        }
        if (type == Timestamp.class) {
            return getTimestamp(column);
        }
        if (type == Date.class) {
            return getDate(column);
        }
        if (type == Time.class) {
            return getTime(column);
        }
        Object temporal = isTimestamp(column)
                ? ofTimestamp(column, type)
                : Temporals.ofJavaTime(type, type(column), column, this);
        if (temporal != null) {
            return temporal;
        }
        Object value = getObject(column);
        if (!type.isInstance(value)) {
            throw unreadable(column, type.getName(), null);
        }
        return value;
    }

    private @Nullable Object ofTimestamp(int column, Class<?> type) throws SQLException {
        LocalDateTime wallClock = wallClock(column);
        return Temporals.isInstantClass(type) && typeName(column).startsWith("TIMESTAMP_LTZ")
                ? Temporals.ofInstant(type, wallClock, sessionZone())
                : Temporals.ofWallClock(type, wallClock);
    }

    private ZoneId sessionZone() throws SQLException {
        ZoneId zone = sessionZone;
        if (zone == null) {
            zone = ((RemoteConnection) statement.connection).sessionZone();
            sessionZone = zone;
        }
        return zone;
    }

    private boolean isTimestamp(int column) throws SQLException {
        return type(column) == Types.TIMESTAMP || isTimestampText(column);
    }

    /** Whether the column is a TIMESTAMP with finer digits than milliseconds, which travels as text. */
    private boolean isTimestampText(int column) throws SQLException {
        return type(column) == Types.VARCHAR && typeName(column).startsWith("TIMESTAMP");
    }

    private LocalDateTime wallClock(int column) throws SQLException {
        return type(column) == Types.TIMESTAMP
                ? Temporals.wallClock(raw(column))
                : Temporals.wallClock(getString(column));
    }

    @Override
    public Timestamp getTimestamp(String label) throws SQLException {
        return getTimestamp(findColumn(label));
    }

    @Override
    public Timestamp getTimestamp(String label, @Nullable Calendar calendar) throws SQLException {
        return getTimestamp(findColumn(label), calendar);
    }

    @Override
    public Date getDate(String label) throws SQLException {
        return getDate(findColumn(label));
    }

    @Override
    public Date getDate(String label, @Nullable Calendar calendar) throws SQLException {
        return getDate(findColumn(label), calendar);
    }

    @Override
    public Time getTime(String label) throws SQLException {
        return getTime(findColumn(label));
    }

    @Override
    public Time getTime(String label, @Nullable Calendar calendar) throws SQLException {
        return getTime(findColumn(label), calendar);
    }

    @Override
    public @Nullable Object getObject(String label) throws SQLException {
        return getObject(findColumn(label));
    }

    @Override
    public <T> @Nullable T getObject(String label, Class<T> type) throws SQLException {
        return getObject(findColumn(label), type);
    }

    private boolean isNull(int column) throws SQLException {
        return getString(column) == null;
    }

    /** The number in which a date or time travels: days, milliseconds of the day, or milliseconds of the wall clock. */
    long raw(int column) throws SQLException {
        return accessorList.get(column - 1).getLong();
    }
}
