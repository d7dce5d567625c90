package io.tidemark.jdbc.result;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.value.Cell;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/** The getters of streams, and those of types that the dialect does not have: large objects, references, row ids and XML, which throw 0A000. */
public abstract class StreamedResultSet extends CheckedResultSet {

    protected StreamedResultSet(
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
    public @Nullable InputStream getAsciiStream(int column) throws SQLException {
        return stream(cell(column), StandardCharsets.US_ASCII);
    }

    @Override
    public @Nullable InputStream getAsciiStream(String label) throws SQLException {
        return stream(cell(label), StandardCharsets.US_ASCII);
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(int column) throws SQLException {
        return stream(cell(column), StandardCharsets.UTF_8);
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(String label) throws SQLException {
        return stream(cell(label), StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable InputStream getBinaryStream(int column) throws SQLException {
        return bytes(cell(column));
    }

    @Override
    public @Nullable InputStream getBinaryStream(String label) throws SQLException {
        return bytes(cell(label));
    }

    @Override
    public @Nullable Reader getCharacterStream(int column) throws SQLException {
        return reader(cell(column));
    }

    @Override
    public @Nullable Reader getCharacterStream(String label) throws SQLException {
        return reader(cell(label));
    }

    @Override
    public @Nullable Reader getNCharacterStream(int column) throws SQLException {
        return reader(cell(column));
    }

    @Override
    public @Nullable Reader getNCharacterStream(String label) throws SQLException {
        return reader(cell(label));
    }

    @Override
    public @Nullable String getNString(int column) throws SQLException {
        return cell(column).string();
    }

    @Override
    public @Nullable String getNString(String label) throws SQLException {
        return cell(label).string();
    }

    @Override
    public @Nullable URL getURL(int column) throws SQLException {
        return url(cell(column));
    }

    @Override
    public @Nullable URL getURL(String label) throws SQLException {
        return url(cell(label));
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(column);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(String label, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(label);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    @Override
    public Ref getRef(int column) throws SQLException {
        throw Failures.noSuchType("REF");
    }

    @Override
    public Ref getRef(String label) throws SQLException {
        throw Failures.noSuchType("REF");
    }

    @Override
    public Blob getBlob(int column) throws SQLException {
        throw Failures.noSuchType("BLOB");
    }

    @Override
    public Blob getBlob(String label) throws SQLException {
        throw Failures.noSuchType("BLOB");
    }

    @Override
    public Clob getClob(int column) throws SQLException {
        throw Failures.noSuchType("CLOB");
    }

    @Override
    public Clob getClob(String label) throws SQLException {
        throw Failures.noSuchType("CLOB");
    }

    @Override
    public NClob getNClob(int column) throws SQLException {
        throw Failures.noSuchType("NCLOB");
    }

    @Override
    public NClob getNClob(String label) throws SQLException {
        throw Failures.noSuchType("NCLOB");
    }

    @Override
    public RowId getRowId(int column) throws SQLException {
        throw Failures.noSuchType("ROWID");
    }

    @Override
    public RowId getRowId(String label) throws SQLException {
        throw Failures.noSuchType("ROWID");
    }

    @Override
    public SQLXML getSQLXML(int column) throws SQLException {
        throw Failures.noSuchType("SQLXML");
    }

    @Override
    public SQLXML getSQLXML(String label) throws SQLException {
        throw Failures.noSuchType("SQLXML");
    }

    private static @Nullable InputStream bytes(Cell cell) throws SQLException {
        byte[] bytes = cell.bytes();
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    private static @Nullable InputStream stream(Cell cell, Charset charset) throws SQLException {
        String text = cell.string();
        return text == null ? null : new ByteArrayInputStream(text.getBytes(charset));
    }

    private static @Nullable Reader reader(Cell cell) throws SQLException {
        String text = cell.string();
        return text == null ? null : new StringReader(text);
    }

    private static @Nullable URL url(Cell cell) throws SQLException {
        String text = cell.string();
        try {
            return text == null ? null : new URL(text);
        } catch (MalformedURLException e) {
            throw Failures.noConversion("\"" + text + "\"", "a URL", e);
        }
    }
}
