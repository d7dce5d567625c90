package io.tidemark.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.AvaticaSite;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * The setters of parameters that Avatica leaves out, or takes and forgets: streams, {@code java.time}, and typed objects.
 *
 * <p>An instant ({@code Instant}, {@code OffsetDateTime}, {@code ZonedDateTime}) goes as text with its offset: only the server knows whether the
 * parameter is a wall clock or an instant.
 *
 * <p>A stream is read when it is set. Large objects, references and XML do not exist in the dialect: 0A000.
 */
abstract class PreparedParameters extends AvaticaPreparedStatement {

    PreparedParameters(
            RemoteConnection connection,
            Meta.@Nullable StatementHandle handle,
            Meta.Signature signature,
            int resultSetType,
            int resultSetConcurrency,
            int resultSetHoldability)
            throws SQLException {
        super(connection, handle, signature, resultSetType, resultSetConcurrency, resultSetHoldability);
    }

    /** Throws 07001 if a parameter was never set, which must not be taken for NULL. */
    final void requireParameters() throws SQLException {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] == null) {
                throw Failures.parameterNotSet(i + 1);
            }
        }
    }

    @Override
    public void addBatch() throws SQLException {
        requireParameters();
        super.addBatch();
    }

    @Override
    public void setTimestamp(int parameter, @Nullable Timestamp value) throws SQLException {
        if (value == null) {
            setTemporal(parameter, Rep.JAVA_SQL_TIMESTAMP, null);
        } else {
            setTimestamp(parameter, value.toLocalDateTime());
        }
    }

    /** What is finer than the milliseconds in which timestamps travel goes as text. */
    private void setTimestamp(int parameter, LocalDateTime value) throws SQLException {
        if (value.truncatedTo(ChronoUnit.MILLIS).equals(value)) {
            setTemporal(parameter, Rep.JAVA_SQL_TIMESTAMP, Temporals.raw(value));
        } else {
            setString(parameter, value.toString().replace('T', ' '));
        }
    }

    private void setTime(int parameter, LocalTime value) throws SQLException {
        if (value.truncatedTo(ChronoUnit.MILLIS).equals(value)) {
            setTemporal(parameter, Rep.JAVA_SQL_TIME, Temporals.raw(value));
        } else {
            setString(parameter, value.toString());
        }
    }

    @Override
    public void setDate(int parameter, @Nullable Date value) throws SQLException {
        setTemporal(parameter, Rep.JAVA_SQL_DATE, value == null ? null : Temporals.raw(value));
    }

    @Override
    public void setTime(int parameter, @Nullable Time value) throws SQLException {
        setTemporal(parameter, Rep.JAVA_SQL_TIME, value == null ? null : Temporals.raw(value));
    }

    @Override
    public void setObject(int parameter, @Nullable Object value) throws SQLException {
        if (value instanceof Timestamp) {
            setTimestamp(parameter, (Timestamp) value);
        } else if (value instanceof Date) {
            setDate(parameter, (Date) value);
        } else if (value instanceof Time) {
            setTime(parameter, (Time) value);
        } else if (value instanceof LocalDateTime) {
            setTimestamp(parameter, (LocalDateTime) value);
        } else if (value instanceof LocalDate) {
            setTemporal(parameter, Rep.JAVA_SQL_DATE, Temporals.raw((LocalDate) value));
        } else if (value instanceof LocalTime) {
            setTime(parameter, (LocalTime) value);
        } else if (value instanceof ZonedDateTime) {
            setString(parameter, ((ZonedDateTime) value).toOffsetDateTime().toString());
        } else if (value instanceof Instant || value instanceof OffsetDateTime) {
            setString(parameter, value.toString());
        } else if (value instanceof BigInteger) {
            setBigDecimal(parameter, new BigDecimal((BigInteger) value));
        } else if (value instanceof Character) {
            setString(parameter, value.toString());
        } else {
            setOther(parameter, value);
        }
    }

    /** Refuses at once what Avatica could not send. */
    private void setOther(int parameter, @Nullable Object value) throws SQLException {
        super.setObject(parameter, value);
        if (value != null && slots[parameter - 1].type == Rep.OBJECT) {
            slots[parameter - 1] = null;
            throw Failures.noConversion("a value of " + value.getClass().getName(), "the type of a parameter");
        }
    }

    @Override
    protected AvaticaSite getSite(int parameter) throws SQLException {
        if (parameter < 1 || parameter > slots.length) {
            throw Failures.noParameter(parameter, slots.length);
        }
        return super.getSite(parameter);
    }

    /** Puts the number in which a date or time travels; naming the site first checks the parameter's number. */
    private void setTemporal(int parameter, Rep rep, @Nullable Number value) throws SQLException {
        getSite(parameter);
        slots[parameter - 1] = value == null ? TypedValue.EXPLICIT_NULL : TypedValue.ofSerial(rep, value);
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, int sqlType) throws SQLException {
        if (value instanceof Temporal || (value instanceof String && isTime(sqlType))) {
            setObject(parameter, value);
        } else {
            super.setObject(parameter, value, sqlType);
        }
    }

    /** Text is left to the server, which reads more forms than Avatica does and knows the zone. */
    private static boolean isTime(int sqlType) {
        switch (sqlType) {
            case Types.DATE:
            case Types.TIME:
            case Types.TIMESTAMP:
            case Types.TIME_WITH_TIMEZONE:
            case Types.TIMESTAMP_WITH_TIMEZONE:
                return true;
            default:
                return false;
        }
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, int sqlType, int scaleOrLength) throws SQLException {
        setObject(parameter, value, sqlType);
    }

    @Override
    public void setNull(int parameter, int sqlType, String typeName) throws SQLException {
        setNull(parameter, sqlType);
    }

    @Override
    public void setNString(int parameter, String value) throws SQLException {
        setString(parameter, value);
    }

    @Override
    public void setURL(int parameter, URL value) throws SQLException {
        setString(parameter, value.toString());
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

    private static SQLException noLargeObjects() {
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
