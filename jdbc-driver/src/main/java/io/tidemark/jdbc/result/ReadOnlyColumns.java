package io.tidemark.jdbc.result;

import io.tidemark.jdbc.error.Failures;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/** The setters of a result's columns by number: rows are only read, so all of them throw 0A000. */
public abstract class ReadOnlyColumns extends AvaticaResultSet {

    protected ReadOnlyColumns(
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
    public void updateNull(int column) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBoolean(int column, boolean value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateByte(int column, byte value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateShort(int column, short value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateInt(int column, int value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateLong(int column, long value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateFloat(int column, float value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateDouble(int column, double value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateString(int column, String value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBytes(int column, byte[] value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateDate(int column, Date value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateTime(int column, Time value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateTimestamp(int column, Timestamp value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateObject(int column, Object value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateRef(int column, Ref value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBlob(int column, Blob value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateClob(int column, Clob value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateArray(int column, Array value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateRowId(int column, RowId value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNString(int column, String value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNClob(int column, NClob value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateSQLXML(int column, SQLXML value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateObject(int column, Object value, int scaleOrLength) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateCharacterStream(int column, Reader value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateCharacterStream(int column, Reader value, int length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNCharacterStream(int column, Reader value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBlob(int column, InputStream value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateClob(int column, Reader value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNClob(int column, Reader value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBlob(int column, InputStream value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateClob(int column, Reader value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNClob(int column, Reader value, long length) throws SQLException {
        throw Failures.readOnly();
    }
}
