package io.tidemark.jdbc;

import java.math.BigDecimal;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/**
 * The getters of values that are no dates or times, checked before Avatica reads.
 *
 * <p><b>Errors</b>: 24000 if the result is closed or not at a row; 42703 for a column that it does not have; 22018 for a value that is none of the
 * type asked for, naming the column and its type.
 */
abstract class CheckedResultSet extends AvaticaResultSet {

    private boolean onRow;

    CheckedResultSet(
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
    public boolean next() throws SQLException {
        onRow = false;
        onRow = super.next();
        return onRow;
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (isClosed()) {
            throw Failures.closed(null);
        }
    }

    @Override
    public int findColumn(String label) throws SQLException {
        checkOpen();
        for (ColumnMetaData column : columnMetaDataList) {
            if (column.label.equalsIgnoreCase(label)) {
                return column.ordinal + 1;
            }
        }
        throw Failures.noColumn(
                label, columnMetaDataList.stream().map(column -> column.label).collect(Collectors.toList()));
    }

    @Override
    public String getString(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getString(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "VARCHAR", e);
        }
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getBoolean(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "BOOLEAN", e);
        }
    }

    @Override
    public byte getByte(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getByte(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "TINYINT", e);
        }
    }

    @Override
    public short getShort(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getShort(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "SMALLINT", e);
        }
    }

    @Override
    public int getInt(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getInt(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "INT", e);
        }
    }

    @Override
    public long getLong(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getLong(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "BIGINT", e);
        }
    }

    @Override
    public float getFloat(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getFloat(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "REAL", e);
        }
    }

    @Override
    public double getDouble(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getDouble(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "DOUBLE", e);
        }
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getBigDecimal(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "DECIMAL", e);
        }
    }

    @Override
    public byte[] getBytes(int column) throws SQLException {
        requireValue(column);
        try {
            return super.getBytes(column);
        } catch (SQLException | RuntimeException e) {
            throw unreadable(column, "VARBINARY", e);
        }
    }

    @Override
    public String getString(String label) throws SQLException {
        return getString(findColumn(label));
    }

    @Override
    public boolean getBoolean(String label) throws SQLException {
        return getBoolean(findColumn(label));
    }

    @Override
    public byte getByte(String label) throws SQLException {
        return getByte(findColumn(label));
    }

    @Override
    public short getShort(String label) throws SQLException {
        return getShort(findColumn(label));
    }

    @Override
    public int getInt(String label) throws SQLException {
        return getInt(findColumn(label));
    }

    @Override
    public long getLong(String label) throws SQLException {
        return getLong(findColumn(label));
    }

    @Override
    public float getFloat(String label) throws SQLException {
        return getFloat(findColumn(label));
    }

    @Override
    public double getDouble(String label) throws SQLException {
        return getDouble(findColumn(label));
    }

    @Override
    public BigDecimal getBigDecimal(String label) throws SQLException {
        return getBigDecimal(findColumn(label));
    }

    @Override
    public byte[] getBytes(String label) throws SQLException {
        return getBytes(findColumn(label));
    }

    final int type(int column) throws SQLException {
        requireValue(column);
        return columnMetaDataList.get(column - 1).type.id;
    }

    final String typeName(int column) {
        return columnMetaDataList.get(column - 1).type.name;
    }

    /** Throws unless the result is open and at a row that has the column. */
    private void requireValue(int column) throws SQLException {
        checkOpen();
        if (column < 1 || column > columnMetaDataList.size()) {
            throw Failures.noColumn(column, columnMetaDataList.size());
        }
        if (!onRow) {
            throw Failures.notAtRow();
        }
    }

    final SQLException unreadable(int column, String target, @Nullable Exception cause) {
        return Failures.noConversion(
                "column \"" + columnMetaDataList.get(column - 1).label + "\" of type " + typeName(column),
                target,
                cause);
    }
}
