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
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/** What a result that is read once, from its first row to its last, does not do: change rows and go back. All of it throws 0A000. */
public abstract class ReadOnlyResultSet extends ReadOnlyColumns {

    protected ReadOnlyResultSet(
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
    public void updateNull(String label) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBoolean(String label, boolean value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateByte(String label, byte value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateShort(String label, short value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateInt(String label, int value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateLong(String label, long value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateFloat(String label, float value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateDouble(String label, double value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateString(String label, String value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBytes(String label, byte[] value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateDate(String label, Date value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateTime(String label, Time value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateTimestamp(String label, Timestamp value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateObject(String label, Object value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateRef(String label, Ref value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBlob(String label, Blob value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateClob(String label, Clob value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateArray(String label, Array value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateRowId(String label, RowId value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNString(String label, String value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNClob(String label, NClob value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateSQLXML(String label, SQLXML value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateObject(String label, Object value, int scaleOrLength) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateCharacterStream(String label, Reader value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateCharacterStream(String label, Reader value, int length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateCharacterStream(String label, Reader value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNCharacterStream(String label, Reader value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBlob(String label, InputStream value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateClob(String label, Reader value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNClob(String label, Reader value) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateBlob(String label, InputStream value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateClob(String label, Reader value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateNClob(String label, Reader value, long length) throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void insertRow() throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void updateRow() throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void deleteRow() throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw Failures.readOnly();
    }

    @Override
    public boolean isLast() throws SQLException {
        throw Failures.forwardOnly();
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw Failures.forwardOnly();
    }

    @Override
    public void afterLast() throws SQLException {
        throw Failures.forwardOnly();
    }

    @Override
    public boolean first() throws SQLException {
        throw Failures.forwardOnly();
    }

    @Override
    public boolean last() throws SQLException {
        throw Failures.forwardOnly();
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        throw Failures.forwardOnly();
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        throw Failures.forwardOnly();
    }

    @Override
    public boolean previous() throws SQLException {
        throw Failures.forwardOnly();
    }

    @Override
    public void refreshRow() throws SQLException {
        throw Failures.forwardOnly();
    }
}
