package io.tidemark.jdbc.value;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.frame.ColumnValues;
import io.tidemark.jdbc.frame.RealValues;
import io.tidemark.jdbc.frame.WholeValues;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.TimeZone;
import org.apache.calcite.avatica.ColumnMetaData.ArrayType;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * One value of a row with what is known of its column, read as any type that it can be converted to. NULL is null, zero or false.
 *
 * <p><b>Errors</b>: 22018 for a value that is none of the type asked for, 22003 for a number that is out of its range; both name the column.
 */
public final class Cell {

    private final ResultColumn column;
    private final ColumnValues values;
    private final int row;

    /**
     * Makes one.
     *
     * @param column the column
     * @param values the column's values
     * @param row the number of the row among them
     */
    public Cell(ResultColumn column, ColumnValues values, int row) {
        this.column = column;
        this.values = values;
        this.row = row;
    }

    /** Whether it is NULL. */
    public boolean isNull() {
        return values.isNull(row);
    }

    int type() {
        return column.type();
    }

    boolean isInstant() {
        return column.isInstant();
    }

    private @Nullable Object raw() {
        return values.get(row);
    }

    /** The value as text: dates and times with as many fractional digits as the type has. */
    public @Nullable String string() throws SQLException {
        Object raw = raw();
        if (raw == null) {
            return null;
        }
        if (raw instanceof String) {
            return (String) raw;
        }
        switch (type()) {
            case Types.DATE:
                return localDate().toString();
            case Types.TIME:
                return Temporals.text(localTime(), column.scale());
            case Types.TIMESTAMP:
                return Temporals.text(localDateTime(), column.scale());
            case Types.ARRAY:
                return String.valueOf(array());
            default:
                return text(raw);
        }
    }

    private static String text(Object value) {
        if (value instanceof BigDecimal) {
            return ((BigDecimal) value).toPlainString();
        }
        return isBytes(value) ? new String(toBytes(value), StandardCharsets.UTF_8) : value.toString();
    }

    /** A number other than 0 is true; of text, {@code true}, {@code false}, {@code 1} and {@code 0} have a value. */
    public boolean bool() throws SQLException {
        Object raw = raw();
        if (raw == null) {
            return false;
        }
        if (raw instanceof Boolean) {
            return (Boolean) raw;
        }
        if (raw instanceof Number && isNumber()) {
            return decimal().signum() != 0;
        }
        String text = type() == Types.VARCHAR ? raw.toString().trim() : "";
        if (text.equalsIgnoreCase("true") || text.equals("1")) {
            return true;
        }
        if (text.equalsIgnoreCase("false") || text.equals("0")) {
            return false;
        }
        throw unreadable("BOOLEAN", null);
    }

    /** A whole number within a range; what is behind the point is cut off. */
    public long integer(String target, long least, long greatest) throws SQLException {
        if (isNull()) {
            return 0;
        }
        if (values instanceof WholeValues && isWhole()) {
            return inRange(((WholeValues) values).at(row), target, least, greatest);
        }
        Object raw = raw();
        if (raw instanceof Number && isWhole()) {
            return inRange(((Number) raw).longValue(), target, least, greatest);
        }
        BigDecimal whole = decimalOf(target).setScale(0, RoundingMode.DOWN);
        if (whole.compareTo(BigDecimal.valueOf(least)) < 0 || whole.compareTo(BigDecimal.valueOf(greatest)) > 0) {
            throw Failures.outOfRange(column.describe(), String.valueOf(raw), target);
        }
        return whole.longValue();
    }

    private long inRange(long value, String target, long least, long greatest) throws SQLException {
        if (value < least || value > greatest) {
            throw Failures.outOfRange(column.describe(), Long.toString(value), target);
        }
        return value;
    }

    private boolean isWhole() {
        int type = type();
        return type == Types.TINYINT || type == Types.SMALLINT || type == Types.INTEGER || type == Types.BIGINT;
    }

    private boolean isNumber() {
        return ColumnType.isSigned(type());
    }

    /** A floating-point number. */
    public double real(String target) throws SQLException {
        if (isNull()) {
            return 0;
        }
        if (values instanceof RealValues) {
            return ((RealValues) values).at(row);
        }
        Object raw = raw();
        if (raw instanceof Number && isNumber()) {
            return ((Number) raw).doubleValue();
        }
        if (type() == Types.VARCHAR) {
            try {
                return Double.parseDouble(String.valueOf(raw).trim());
            } catch (NumberFormatException e) {
                throw unreadable(target, e);
            }
        }
        return decimalOf(target).doubleValue();
    }

    /** A decimal number with all its digits. */
    public @Nullable BigDecimal decimal() throws SQLException {
        return isNull() ? null : decimalOf("DECIMAL");
    }

    private BigDecimal decimalOf(String target) throws SQLException {
        Object raw = raw();
        try {
            if (raw instanceof Boolean) {
                return (Boolean) raw ? BigDecimal.ONE : BigDecimal.ZERO;
            }
            if (raw instanceof BigDecimal) {
                return (BigDecimal) raw;
            }
            if (raw instanceof Number && isNumber()) {
                return raw instanceof Double || raw instanceof Float
                        ? new BigDecimal(raw.toString())
                        : BigDecimal.valueOf(((Number) raw).longValue());
            }
            if (type() == Types.VARCHAR) {
                return new BigDecimal(String.valueOf(raw).trim());
            }
        } catch (NumberFormatException e) {
            throw unreadable(target, e);
        }
        throw unreadable(target, null);
    }

    /** Bytes; text gives those of its UTF-8. */
    public byte @Nullable [] bytes() throws SQLException {
        Object raw = raw();
        if (raw == null) {
            return null;
        }
        if (isBytes(raw)) {
            return toBytes(raw);
        }
        if (type() == Types.VARCHAR) {
            return raw.toString().getBytes(StandardCharsets.UTF_8);
        }
        throw unreadable("VARBINARY", null);
    }

    private static boolean isBytes(Object value) {
        return value instanceof ByteString || value instanceof byte[];
    }

    static byte[] toBytes(Object value) {
        return value instanceof ByteString ? ((ByteString) value).getBytes() : (byte[]) value;
    }

    /** A date, of a TIMESTAMP that of its day; {@code zone} is the calendar's that is to show it, null for the client's. */
    public @Nullable Date date(@Nullable TimeZone zone) throws SQLException {
        return isNull() ? null : Temporals.date(localDate(), zone);
    }

    /** A time, of a TIMESTAMP that of its clock; {@code zone} is that of the clock that is to show it, null for the client's. */
    public @Nullable Time time(@Nullable TimeZone zone) throws SQLException {
        return isNull() ? null : Temporals.time(localTime(), zone);
    }

    /** A timestamp, of a DATE its midnight; {@code zone} is that of the clock that is to show it, null for the client's. */
    public @Nullable Timestamp timestamp(@Nullable TimeZone zone) throws SQLException {
        return isNull() ? null : Temporals.timestamp(localDateTime(), zone);
    }

    LocalDate localDate() throws SQLException {
        Object raw = raw();
        switch (type()) {
            case Types.DATE:
                return raw instanceof Number
                        ? LocalDate.ofEpochDay(((Number) raw).longValue())
                        : parsed("DATE", LocalDate::parse);
            case Types.TIMESTAMP:
                return localDateTime().toLocalDate();
            case Types.VARCHAR:
                return parsed("DATE", text -> LocalDate.parse(text.trim()));
            default:
                throw unreadable("DATE", null);
        }
    }

    LocalTime localTime() throws SQLException {
        Object raw = raw();
        switch (type()) {
            case Types.TIME:
                if (raw instanceof LocalTime) {
                    return (LocalTime) raw;
                }
                return raw instanceof Number
                        ? Temporals.timeOfDay(((Number) raw).longValue())
                        : parsed("TIME", LocalTime::parse);
            case Types.TIMESTAMP:
                return localDateTime().toLocalTime();
            case Types.VARCHAR:
                return parsed("TIME", text -> LocalTime.parse(text.trim()));
            default:
                throw unreadable("TIME", null);
        }
    }

    LocalDateTime localDateTime() throws SQLException {
        Object raw = raw();
        switch (type()) {
            case Types.TIMESTAMP:
                if (raw instanceof LocalDateTime) {
                    return (LocalDateTime) raw;
                }
                return raw instanceof Number
                        ? Temporals.wallClock(((Number) raw).longValue())
                        : parsed("TIMESTAMP", Temporals::wallClock);
            case Types.DATE:
                return localDate().atStartOfDay();
            case Types.VARCHAR:
                return parsed("TIMESTAMP", Temporals::wallClock);
            default:
                throw unreadable("TIMESTAMP", null);
        }
    }

    /** Reads a date or time from its text. */
    private interface Reading<T> {
        T of(String text);
    }

    private <T> T parsed(String target, Reading<T> reading) throws SQLException {
        try {
            return reading.of(String.valueOf(raw()));
        } catch (DateTimeException e) {
            throw unreadable(target, e);
        }
    }

    /** An ARRAY. */
    public @Nullable Array array() throws SQLException {
        if (type() != Types.ARRAY) {
            throw unreadable("ARRAY", null);
        }
        Object raw = raw();
        return raw == null ? null : new RemoteArray(((ArrayType) column.wireType()).getComponent(), (List<?>) raw);
    }

    /** The object of the class that JDBC has for the type. */
    public @Nullable Object object() throws SQLException {
        Object raw = raw();
        if (raw == null) {
            return null;
        }
        switch (type()) {
            case Types.BOOLEAN:
                return bool();
            case Types.TINYINT:
            case Types.SMALLINT:
            case Types.INTEGER:
                return ((Number) raw).intValue();
            case Types.BIGINT:
                return ((Number) raw).longValue();
            case Types.REAL:
                return (float) real("REAL");
            case Types.FLOAT:
            case Types.DOUBLE:
                return real("DOUBLE");
            case Types.DECIMAL:
            case Types.NUMERIC:
                return decimal();
            case Types.DATE:
                return date(null);
            case Types.TIME:
                return time(null);
            case Types.TIMESTAMP:
                return timestamp(null);
            case Types.ARRAY:
                return array();
            default:
                return isBytes(raw) ? toBytes(raw) : string();
        }
    }

    SQLException unreadable(String target, @Nullable Exception cause) {
        return Failures.noConversion(column.describe(), target, cause);
    }
}
