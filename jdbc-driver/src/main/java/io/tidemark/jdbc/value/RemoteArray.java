package io.tidemark.jdbc.value;

import io.tidemark.jdbc.error.Failures;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TimeZone;
import org.apache.calcite.avatica.ColumnMetaData.ArrayType;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.apache.calcite.avatica.util.ArrayFactoryImpl;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * An ARRAY, all of which has come with its row: {@link #getArray} gives {@code Integer[]}, {@code String[]}, {@code Timestamp[]} and so on, of an
 * array of arrays {@code Object[][]}, with null for NULL.
 *
 * <p><b>Errors</b>: 22023 for a part that is not within the array; 0A000 for a map of types.
 */
final class RemoteArray implements Array {

    private final AvaticaType elementType;
    private final List<?> elements;

    /**
     * Makes one.
     *
     * @param elementType the type of the elements
     * @param elements what came: text for dates and times, lists for arrays
     */
    RemoteArray(AvaticaType elementType, List<?> elements) {
        this.elementType = elementType;
        this.elements = elements;
    }

    @Override
    public String getBaseTypeName() {
        return elementType.name;
    }

    @Override
    public int getBaseType() {
        return ColumnType.of(elementType);
    }

    @Override
    public Object getArray() {
        return values(elementType, elements);
    }

    @Override
    public Object getArray(long index, int count) throws SQLException {
        return values(elementType, part(index, count));
    }

    @Override
    public Object getArray(@Nullable Map<String, Class<?>> types) throws SQLException {
        requireNoTypes(types);
        return getArray();
    }

    @Override
    public Object getArray(long index, int count, @Nullable Map<String, Class<?>> types) throws SQLException {
        requireNoTypes(types);
        return getArray(index, count);
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        return rows(elements);
    }

    @Override
    public ResultSet getResultSet(long index, int count) throws SQLException {
        return rows(part(index, count));
    }

    @Override
    public ResultSet getResultSet(@Nullable Map<String, Class<?>> types) throws SQLException {
        requireNoTypes(types);
        return getResultSet();
    }

    @Override
    public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> types) throws SQLException {
        requireNoTypes(types);
        return getResultSet(index, count);
    }

    private ResultSet rows(List<?> part) throws SQLException {
        return new ArrayFactoryImpl(TimeZone.getTimeZone("UTC")).create(elementType, new ArrayList<>(part));
    }

    private List<?> part(long index, int count) throws SQLException {
        if (index < 1 || count < 0 || index - 1 + count > elements.size()) {
            throw Failures.noSuchPart(index, count, elements.size());
        }
        return elements.subList((int) index - 1, (int) index - 1 + count);
    }

    private static void requireNoTypes(@Nullable Map<String, Class<?>> types) throws SQLException {
        if (types != null && !types.isEmpty()) {
            throw Failures.unsupported("a map of types for an ARRAY is not supported; leave it out or empty");
        }
    }

    @Override
    public void free() {
        // The array holds nothing but its elements.
    }

    /** The array as SQL's CAST to VARCHAR has it: {@code [1, 2, NULL]}, {@code ['a', 'b']}. */
    @Override
    public String toString() {
        return text(elementType, elements);
    }

    private static String text(AvaticaType type, List<?> raw) {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (Object element : raw) {
            text.add(element == null ? "NULL" : text(type, element));
        }
        return text.toString();
    }

    private static String text(AvaticaType type, Object raw) {
        switch (type.id) {
            case Types.VARCHAR:
                return type.name.startsWith("VARCHAR") ? "'" + raw.toString().replace("'", "''") + "'" : raw.toString();
            case Types.DECIMAL:
                return ((BigDecimal) raw).toPlainString();
            case Types.VARBINARY:
                return new ByteString(Cell.toBytes(raw)).toString();
            case Types.ARRAY:
                return text(((ArrayType) type).getComponent(), (List<?>) raw);
            default:
                return raw.toString();
        }
    }

    private static Object values(AvaticaType type, List<?> raw) {
        List<@Nullable Object> values = new ArrayList<>(raw.size());
        for (Object element : raw) {
            values.add(element == null ? null : value(type, element));
        }
        return values.toArray(room(ColumnType.of(type)));
    }

    private static Object[] room(int type) {
        switch (type) {
            case Types.BOOLEAN:
                return new Boolean[0];
            case Types.TINYINT:
            case Types.SMALLINT:
            case Types.INTEGER:
                return new Integer[0];
            case Types.BIGINT:
                return new Long[0];
            case Types.REAL:
                return new Float[0];
            case Types.DOUBLE:
                return new Double[0];
            case Types.DECIMAL:
                return new BigDecimal[0];
            case Types.VARBINARY:
                return new byte[0][];
            case Types.DATE:
                return new Date[0];
            case Types.TIME:
                return new Time[0];
            case Types.TIMESTAMP:
                return new Timestamp[0];
            case Types.ARRAY:
                return new Object[0][];
            default:
                return new String[0];
        }
    }

    private static Object value(AvaticaType type, Object raw) {
        int base = ColumnType.of(type);
        switch (base) {
            case Types.TINYINT:
            case Types.SMALLINT:
            case Types.INTEGER:
                return ((Number) raw).intValue();
            case Types.DATE:
            case Types.TIME:
            case Types.TIMESTAMP:
                return time(base, raw.toString());
            case Types.VARBINARY:
                return Cell.toBytes(raw);
            case Types.ARRAY:
                return values(((ArrayType) type).getComponent(), (List<?>) raw);
            default:
                return raw;
        }
    }

    private static Object time(int type, String text) {
        if (type == Types.DATE) {
            return Temporals.date(LocalDate.parse(text), null);
        }
        return type == Types.TIME
                ? Temporals.time(LocalTime.parse(text), null)
                : Temporals.timestamp(Temporals.wallClock(text), null);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RemoteArray
                && Arrays.deepEquals(new Object[] {getArray()}, new Object[] {((RemoteArray) other).getArray()});
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(new Object[] {getArray()});
    }
}
