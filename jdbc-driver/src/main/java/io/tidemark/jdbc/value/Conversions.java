package io.tidemark.jdbc.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code getObject(column, class)}: for each class that a value can be asked for as, how it is read.
 *
 * <p>A TIMESTAMP has no zone: as an instant it is what UTC's clocks show, as a parameter that is one is taken too. A TIMESTAMP WITH LOCAL TIME
 * ZONE is the instant at which the session's clocks show it.
 */
public final class Conversions {

    private static final Map<Class<?>, Conversion> BY_CLASS = byClass();

    private Conversions() {}

    /** Where the session's zone can be asked for, which may be a call to the server. */
    public interface SessionZone {
        /** The zone in which the session's clocks go. */
        ZoneId zone() throws SQLException;
    }

    /** A way to read a value that is not NULL. */
    private interface Conversion {
        @Nullable
        Object of(Cell cell) throws SQLException;
    }

    /**
     * Reads a value as an object of a class.
     *
     * @throws SQLException 22018 if values of the type cannot be objects of the class
     */
    public static <T> @Nullable T convert(Cell cell, Class<T> target, SessionZone session) throws SQLException {
        if (cell.isNull()) {
            return null;
        }
        if (Temporals.isInstantClass(target) && (cell.type() == Types.TIMESTAMP || cell.type() == Types.VARCHAR)) {
            ZoneId zone = cell.isInstant() ? session.zone() : ZoneOffset.UTC;
            return target.cast(Temporals.ofInstant(target, cell.localDateTime(), zone));
        }
        Conversion conversion = BY_CLASS.get(target);
        Object value = conversion == null ? cell.object() : conversion.of(cell);
        if (!target.isInstance(value)) {
            throw cell.unreadable(target.getName(), null);
        }
        return target.cast(value);
    }

    private static Map<Class<?>, Conversion> byClass() {
        Map<Class<?>, Conversion> conversions = new HashMap<>();
        conversions.put(String.class, Cell::string);
        conversions.put(Boolean.class, Cell::bool);
        conversions.put(Byte.class, cell -> (byte) cell.integer("TINYINT", Byte.MIN_VALUE, Byte.MAX_VALUE));
        conversions.put(Short.class, cell -> (short) cell.integer("SMALLINT", Short.MIN_VALUE, Short.MAX_VALUE));
        conversions.put(Integer.class, cell -> (int) cell.integer("INT", Integer.MIN_VALUE, Integer.MAX_VALUE));
        conversions.put(Long.class, cell -> cell.integer("BIGINT", Long.MIN_VALUE, Long.MAX_VALUE));
        conversions.put(Float.class, cell -> (float) cell.real("REAL"));
        conversions.put(Double.class, cell -> cell.real("DOUBLE"));
        conversions.put(BigDecimal.class, Cell::decimal);
        conversions.put(BigInteger.class, Conversions::bigInteger);
        conversions.put(byte[].class, Cell::bytes);
        conversions.put(UUID.class, Conversions::uuid);
        conversions.put(Date.class, cell -> cell.date(null));
        conversions.put(Time.class, cell -> cell.time(null));
        conversions.put(Timestamp.class, cell -> cell.timestamp(null));
        conversions.put(java.util.Date.class, cell -> cell.timestamp(null));
        conversions.put(LocalDate.class, Cell::localDate);
        conversions.put(LocalTime.class, Cell::localTime);
        conversions.put(LocalDateTime.class, Cell::localDateTime);
        conversions.put(Array.class, Cell::array);
        return Map.copyOf(conversions);
    }

    private static @Nullable BigInteger bigInteger(Cell cell) throws SQLException {
        BigDecimal value = cell.decimal();
        return value == null ? null : value.toBigInteger();
    }

    private static UUID uuid(Cell cell) throws SQLException {
        try {
            return UUID.fromString(String.valueOf(cell.string()));
        } catch (IllegalArgumentException e) {
            throw cell.unreadable("UUID", e);
        }
    }
}
