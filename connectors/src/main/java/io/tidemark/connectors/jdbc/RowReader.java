package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Reads rows as our columns.
 *
 * <p><b>Errors</b>: EXTERNAL_REJECTED for a value that its column can't hold.
 */
final class RowReader {

    private static final long NANOS_PER_MICRO = 1000;

    private final Schema schema;
    private final List<TargetTable.Column> columns;
    private final ZoneId zone;

    /**
     * Makes a reader.
     *
     * @param columns the columns of the table, by those of {@code schema}
     * @param zone the zone of an instant in a column without one
     */
    RowReader(Schema schema, List<TargetTable.Column> columns, ZoneId zone) {
        this.schema = schema;
        this.columns = columns;
        this.zone = zone;
    }

    /** Reads the current row, all of whose columns are in order. */
    void read(ResultSet from, BatchBuilder into) throws SQLException {
        for (int i = 0; i < schema.size(); i++) {
            if (!read(from, i, into.column(i)) && !schema.type(i).nullable()) {
                throw unfit(i, "NULL");
            }
        }
        into.endRow();
    }

    /** Returns whether there is a value. */
    private boolean read(ResultSet from, int index, ColumnBuilder into) throws SQLException {
        DataType type = schema.type(index);
        switch (type.kind()) {
            case BOOLEAN -> {
                boolean value = from.getBoolean(index + 1);
                return !from.wasNull() && set(into, value ? 1 : 0);
            }
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL -> {
                BigDecimal value = from.getBigDecimal(index + 1);
                return value != null && number(index, value, into);
            }
            case REAL, DOUBLE -> {
                double value = from.getDouble(index + 1);
                if (!from.wasNull()) {
                    into.setDouble(value);
                }
                return !from.wasNull();
            }
            case VARCHAR -> {
                String value = from.getString(index + 1);
                if (value != null
                        && type.precision() >= 0
                        && value.codePointCount(0, value.length()) > type.precision()) {
                    throw unfit(index, "'" + value + "'");
                }
                if (value != null) {
                    into.setString(value);
                }
                return value != null;
            }
            case VARBINARY -> {
                byte[] value = from.getBytes(index + 1);
                if (value != null && type.precision() >= 0 && value.length > type.precision()) {
                    throw unfit(index, value.length + " bytes");
                }
                if (value != null) {
                    into.setBytes(value, 0, value.length);
                }
                return value != null;
            }
            case DATE -> {
                LocalDate value = from.getObject(index + 1, LocalDate.class);
                return value != null && set(into, value.toEpochDay());
            }
            case TIME -> {
                LocalTime value = from.getObject(index + 1, LocalTime.class);
                return value != null && set(into, value.toNanoOfDay() / NANOS_PER_MICRO);
            }
            case TIMESTAMP -> {
                LocalDateTime value = from.getObject(index + 1, LocalDateTime.class);
                return value != null && set(into, micros(value.toInstant(ZoneOffset.UTC)));
            }
            case TIMESTAMP_LTZ -> {
                Instant value = instant(from, index);
                return value != null && set(into, micros(value));
            }
            default -> throw CodedException.unsupported("a column of type " + type + " in connector \"jdbc\"");
        }
    }

    private @org.jspecify.annotations.Nullable Instant instant(ResultSet from, int index) throws SQLException {
        if (columns.get(index).jdbcType() == Types.TIMESTAMP_WITH_TIMEZONE) {
            OffsetDateTime value = from.getObject(index + 1, OffsetDateTime.class);
            return value == null ? null : value.toInstant();
        }
        LocalDateTime value = from.getObject(index + 1, LocalDateTime.class);
        return value == null ? null : value.atZone(zone).toInstant();
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static boolean set(ColumnBuilder into, long value) {
        into.setLong(value);
        return true;
    }

    private boolean number(int index, BigDecimal value, ColumnBuilder into) {
        DataType type = schema.type(index);
        boolean decimal = type.kind() == io.tidemark.runtime.batch.TypeKind.DECIMAL;
        try {
            BigInteger unscaled = value.setScale(decimal ? type.scale() : 0, RoundingMode.UNNECESSARY)
                    .unscaledValue();
            boolean fits = decimal
                    ? unscaled.abs().compareTo(BigInteger.TEN.pow(type.precision())) < 0
                    : unscaled.bitLength() < bits(type);
            if (!fits) {
                throw unfit(index, value.toPlainString());
            }
            if (into.type().physical() == io.tidemark.runtime.batch.PhysicalKind.INT128) {
                into.setInt128(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue());
            } else {
                into.setLong(unscaled.longValueExact());
            }
            return true;
        } catch (ArithmeticException e) {
            throw unfit(index, value.toPlainString());
        }
    }

    private static int bits(DataType type) {
        return switch (type.kind()) {
            case TINYINT -> Byte.SIZE;
            case SMALLINT -> Short.SIZE;
            case INT -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    private CodedException unfit(int index, String value) {
        return CodedException.of(
                        ErrorCode.EXTERNAL_REJECTED,
                        "column " + columns.get(index).name() + " has " + value + ", which "
                                + schema.type(index) + (schema.type(index).nullable() ? "" : " NOT NULL")
                                + " can't hold")
                .hint("declare the column \"" + schema.field(index).name()
                        + "\" with a type for all values of the database's");
    }
}
