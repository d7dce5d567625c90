package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.value.ColumnType;
import io.tidemark.jdbc.value.Temporals;
import io.tidemark.jdbc.value.UnicodeText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLType;
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
import java.util.Calendar;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaSite;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * The setters of parameters that Avatica leaves out, or takes and forgets: {@code java.time}, calendars, and typed objects.
 *
 * <p>An instant ({@code Instant}, {@code OffsetDateTime}, {@code ZonedDateTime}) goes as text with its offset: only the server knows whether the
 * parameter is a wall clock or an instant.
 */
abstract class PreparedParameters extends StreamedParameters {

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

    /** Throws 07001 if a parameter was never set, which must not be taken for NULL, and 22021 for text that cannot be sent. */
    final void requireParameters() throws SQLException {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] == null) {
                throw Failures.parameterNotSet(i + 1);
            }
            if (slots[i].value instanceof String) {
                UnicodeText.require("parameter " + (i + 1), (String) slots[i].value);
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

    /** What is finer than the milliseconds in which timestamps travel goes as text; of it, a DATE or TIME takes its part. */
    private void setTimestamp(int parameter, LocalDateTime value) throws SQLException {
        getSite(parameter);
        AvaticaParameter target = getSignature().parameters.get(parameter - 1);
        int type = ColumnType.of(target.parameterType, target.typeName);
        if (type == Types.TIME) {
            setTime(parameter, value.toLocalTime());
        } else if (type == Types.DATE) {
            setTemporal(parameter, Rep.JAVA_SQL_DATE, Temporals.raw(value.toLocalDate()));
        } else if (value.truncatedTo(ChronoUnit.MILLIS).equals(value)) {
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
        setTemporal(parameter, Rep.JAVA_SQL_DATE, value == null ? null : Temporals.raw(value.toLocalDate()));
    }

    @Override
    public void setTime(int parameter, @Nullable Time value) throws SQLException {
        setTemporal(parameter, Rep.JAVA_SQL_TIME, value == null ? null : Temporals.raw(Temporals.localTime(value)));
    }

    @Override
    public void setTimestamp(int parameter, @Nullable Timestamp value, @Nullable Calendar calendar)
            throws SQLException {
        if (value == null || calendar == null) {
            setTimestamp(parameter, value);
        } else {
            setTimestamp(parameter, Temporals.wallClock(value.toInstant(), calendar.getTimeZone()));
        }
    }

    @Override
    public void setDate(int parameter, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            setDate(parameter, value);
        } else {
            LocalDateTime shown = wallClock(value.getTime(), calendar);
            setTemporal(parameter, Rep.JAVA_SQL_DATE, Temporals.raw(shown.toLocalDate()));
        }
    }

    @Override
    public void setTime(int parameter, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            setTime(parameter, value);
        } else {
            setTime(parameter, wallClock(value.getTime(), calendar).toLocalTime());
        }
    }

    private static LocalDateTime wallClock(long epochMillis, Calendar calendar) {
        return Temporals.wallClock(Instant.ofEpochMilli(epochMillis), calendar.getTimeZone());
    }

    @Override
    public void setArray(int parameter, Array value) throws SQLException {
        throw Failures.noArrayParameters();
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

    /** The server converts the value to the parameter's type, so the type given here matters for text alone. */
    @Override
    public void setObject(int parameter, @Nullable Object value, int sqlType) throws SQLException {
        switch (sqlType) {
            case Types.CHAR:
            case Types.VARCHAR:
            case Types.LONGVARCHAR:
            case Types.NCHAR:
            case Types.NVARCHAR:
            case Types.LONGNVARCHAR:
                if (value instanceof Number || value instanceof Boolean) {
                    setString(parameter, value.toString());
                } else {
                    setObject(parameter, value);
                }
                break;
            case Types.BLOB:
            case Types.CLOB:
            case Types.NCLOB:
            case Types.REF:
            case Types.ROWID:
            case Types.SQLXML:
            case Types.STRUCT:
                throw noLargeObjects();
            default:
                setObject(parameter, value);
        }
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, int sqlType, int scaleOrLength) throws SQLException {
        setObject(parameter, value, sqlType);
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, SQLType type) throws SQLException {
        setObject(parameter, value, type.getVendorTypeNumber());
    }

    @Override
    public void setObject(int parameter, @Nullable Object value, SQLType type, int scaleOrLength) throws SQLException {
        setObject(parameter, value, type);
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
}
