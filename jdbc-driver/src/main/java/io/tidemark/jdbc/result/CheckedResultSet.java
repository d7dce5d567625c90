package io.tidemark.jdbc.result;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.value.Cell;
import io.tidemark.jdbc.value.ResultColumn;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/**
 * The getters of a result, each of which reads a {@link Cell}.
 *
 * <p><b>Errors</b>: 24000 if the result is closed or not at a row; 42703 for a column that it does not have; and those of {@link Cell}.
 */
public abstract class CheckedResultSet extends ReadOnlyResultSet {

    private final ResultColumn[] columns;
    private final Map<String, Integer> columnsByLabel = new HashMap<>();
    private boolean onRow;
    private boolean lastWasNull;

    protected CheckedResultSet(
            AvaticaStatement statement,
            QueryState state,
            Meta.Signature signature,
            ResultSetMetaData metaData,
            TimeZone timeZone,
            Meta.@Nullable Frame firstFrame)
            throws SQLException {
        super(statement, state, signature, metaData, timeZone, firstFrame);
        this.columns = signature.columns.stream().map(ResultColumn::new).toArray(ResultColumn[]::new);
    }

    /** The value of a column, counted from 0, of the row at hand. */
    protected abstract Cell cell(ResultColumn column, int index);

    @Override
    public boolean next() throws SQLException {
        onRow = false;
        checkOpen();
        onRow = super.next();
        return onRow;
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (isClosed()) {
            throw Failures.closed(null);
        }
    }

    /** The value of a column, counted from 1, of the row at hand. */
    protected final Cell cell(int column) throws SQLException {
        checkOpen();
        if (column < 1 || column > columns.length) {
            throw Failures.noColumn(column, columns.length);
        }
        if (!onRow) {
            throw Failures.notAtRow();
        }
        Cell cell = cell(columns[column - 1], column - 1);
        lastWasNull = cell.isNull();
        return cell;
    }

    protected final Cell cell(String label) throws SQLException {
        return cell(findColumn(label));
    }

    @Override
    public boolean wasNull() throws SQLException {
        checkOpen();
        return lastWasNull;
    }

    @Override
    public int findColumn(String label) throws SQLException {
        checkOpen();
        Integer known = columnsByLabel.get(label);
        if (known != null) {
            return known;
        }
        for (ColumnMetaData column : columnMetaDataList) {
            if (column.label.equalsIgnoreCase(label)) {
                columnsByLabel.put(label, column.ordinal + 1);
                return column.ordinal + 1;
            }
        }
        throw Failures.noColumn(
                label, columnMetaDataList.stream().map(column -> column.label).collect(Collectors.toList()));
    }

    @Override
    public @Nullable String getString(int column) throws SQLException {
        return cell(column).string();
    }

    @Override
    public @Nullable String getString(String label) throws SQLException {
        return cell(label).string();
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        return cell(column).bool();
    }

    @Override
    public boolean getBoolean(String label) throws SQLException {
        return cell(label).bool();
    }

    @Override
    public byte getByte(int column) throws SQLException {
        return (byte) cell(column).integer("TINYINT", Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    @Override
    public byte getByte(String label) throws SQLException {
        return (byte) cell(label).integer("TINYINT", Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    @Override
    public short getShort(int column) throws SQLException {
        return (short) cell(column).integer("SMALLINT", Short.MIN_VALUE, Short.MAX_VALUE);
    }

    @Override
    public short getShort(String label) throws SQLException {
        return (short) cell(label).integer("SMALLINT", Short.MIN_VALUE, Short.MAX_VALUE);
    }

    @Override
    public int getInt(int column) throws SQLException {
        return (int) cell(column).integer("INT", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public int getInt(String label) throws SQLException {
        return (int) cell(label).integer("INT", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public long getLong(int column) throws SQLException {
        return cell(column).integer("BIGINT", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public long getLong(String label) throws SQLException {
        return cell(label).integer("BIGINT", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public float getFloat(int column) throws SQLException {
        return (float) cell(column).real("REAL");
    }

    @Override
    public float getFloat(String label) throws SQLException {
        return (float) cell(label).real("REAL");
    }

    @Override
    public double getDouble(int column) throws SQLException {
        return cell(column).real("DOUBLE");
    }

    @Override
    public double getDouble(String label) throws SQLException {
        return cell(label).real("DOUBLE");
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
        return cell(column).decimal();
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
        return cell(label).decimal();
    }

    @Override
    public byte @Nullable [] getBytes(int column) throws SQLException {
        return cell(column).bytes();
    }

    @Override
    public byte @Nullable [] getBytes(String label) throws SQLException {
        return cell(label).bytes();
    }

    @Override
    public @Nullable Date getDate(int column) throws SQLException {
        return cell(column).date(null);
    }

    @Override
    public @Nullable Date getDate(String label) throws SQLException {
        return cell(label).date(null);
    }

    @Override
    public @Nullable Time getTime(int column) throws SQLException {
        return cell(column).time(null);
    }

    @Override
    public @Nullable Time getTime(String label) throws SQLException {
        return cell(label).time(null);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int column) throws SQLException {
        return cell(column).timestamp(null);
    }

    @Override
    public @Nullable Timestamp getTimestamp(String label) throws SQLException {
        return cell(label).timestamp(null);
    }

    @Override
    public @Nullable Array getArray(int column) throws SQLException {
        return cell(column).array();
    }

    @Override
    public @Nullable Array getArray(String label) throws SQLException {
        return cell(label).array();
    }

    @Override
    public @Nullable Object getObject(int column) throws SQLException {
        return cell(column).object();
    }

    @Override
    public @Nullable Object getObject(String label) throws SQLException {
        return cell(label).object();
    }

    @Override
    public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
        return cell(column).date(zone(calendar));
    }

    @Override
    public @Nullable Date getDate(String label, @Nullable Calendar calendar) throws SQLException {
        return cell(label).date(zone(calendar));
    }

    @Override
    public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
        return cell(column).time(zone(calendar));
    }

    @Override
    public @Nullable Time getTime(String label, @Nullable Calendar calendar) throws SQLException {
        return cell(label).time(zone(calendar));
    }

    @Override
    public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar) throws SQLException {
        return cell(column).timestamp(zone(calendar));
    }

    @Override
    public @Nullable Timestamp getTimestamp(String label, @Nullable Calendar calendar) throws SQLException {
        return cell(label).timestamp(zone(calendar));
    }

    private static @Nullable TimeZone zone(@Nullable Calendar calendar) {
        return calendar == null ? null : calendar.getTimeZone();
    }
}
