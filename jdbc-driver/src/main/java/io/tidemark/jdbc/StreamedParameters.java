package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/**
 * The setters of parameters that come as streams, which are read when they are set. Large objects, references and XML do not exist in the
 * dialect: 0A000.
 */
abstract class StreamedParameters extends PreparedOptions {

    StreamedParameters(
            RemoteConnection connection,
            Meta.@Nullable StatementHandle handle,
            Meta.Signature signature,
            int resultSetType,
            int resultSetConcurrency,
            int resultSetHoldability)
            throws SQLException {
        super(connection, handle, signature, resultSetType, resultSetConcurrency, resultSetHoldability);
    }

    @Override
    public void setAsciiStream(int parameter, InputStream stream) throws SQLException {
        setAsciiStream(parameter, stream, Long.MAX_VALUE);
    }

    @Override
    public void setAsciiStream(int parameter, InputStream stream, int length) throws SQLException {
        setAsciiStream(parameter, stream, (long) length);
    }

    @Override
    public void setAsciiStream(int parameter, InputStream stream, long length) throws SQLException {
        setString(parameter, text(stream, length, StandardCharsets.US_ASCII));
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int parameter, InputStream stream, int length) throws SQLException {
        setString(parameter, text(stream, length, StandardCharsets.UTF_8));
    }

    @Override
    public void setBinaryStream(int parameter, InputStream stream) throws SQLException {
        setBinaryStream(parameter, stream, Long.MAX_VALUE);
    }

    @Override
    public void setBinaryStream(int parameter, InputStream stream, int length) throws SQLException {
        setBinaryStream(parameter, stream, (long) length);
    }

    @Override
    public void setBinaryStream(int parameter, InputStream stream, long length) throws SQLException {
        setBytes(parameter, bytes(stream, length));
    }

    @Override
    public void setCharacterStream(int parameter, Reader reader) throws SQLException {
        setCharacterStream(parameter, reader, Long.MAX_VALUE);
    }

    @Override
    public void setCharacterStream(int parameter, Reader reader, int length) throws SQLException {
        setCharacterStream(parameter, reader, (long) length);
    }

    @Override
    public void setCharacterStream(int parameter, Reader reader, long length) throws SQLException {
        setString(parameter, text(reader, length));
    }

    @Override
    public void setNCharacterStream(int parameter, Reader reader) throws SQLException {
        setCharacterStream(parameter, reader, Long.MAX_VALUE);
    }

    @Override
    public void setNCharacterStream(int parameter, Reader reader, long length) throws SQLException {
        setCharacterStream(parameter, reader, length);
    }

    @Override
    public void setRowId(int parameter, RowId value) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setRef(int parameter, Ref value) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setSQLXML(int parameter, SQLXML value) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setBlob(int parameter, Blob value) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setBlob(int parameter, InputStream stream) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setBlob(int parameter, InputStream stream, long length) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setClob(int parameter, Clob value) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setClob(int parameter, Reader reader) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setClob(int parameter, Reader reader, long length) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setNClob(int parameter, NClob value) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setNClob(int parameter, Reader reader) throws SQLException {
        throw noLargeObjects();
    }

    @Override
    public void setNClob(int parameter, Reader reader, long length) throws SQLException {
        throw noLargeObjects();
    }

    static SQLException noLargeObjects() {
        return Failures.unsupported(
                "a parameter of type BLOB, CLOB, REF, ROWID or XML is not supported; use a string or bytes");
    }

    private static byte[] bytes(InputStream stream, long length) throws SQLException {
        try {
            return stream.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
        } catch (IOException e) {
            throw Failures.unreadable(e);
        }
    }

    private static String text(InputStream stream, long length, Charset charset) throws SQLException {
        return new String(bytes(stream, length), charset);
    }

    private static String text(Reader reader, long length) throws SQLException {
        StringWriter text = new StringWriter();
        try {
            int next = 0;
            while (text.getBuffer().length() < length && (next = reader.read()) >= 0) {
                text.write(next);
            }
        } catch (IOException e) {
            throw Failures.unreadable(e);
        }
        return text.toString();
    }
}
