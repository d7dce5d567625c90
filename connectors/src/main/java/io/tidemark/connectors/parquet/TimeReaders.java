package io.tidemark.connectors.parquet;

import io.tidemark.connectors.value.RowErrors;
import io.tidemark.connectors.value.TimeText;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.TypeKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongUnaryOperator;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * How times are read: TIME and TIMESTAMP in millis, micros and nanos, and timestamps in the old form of INT96, which are taken as UTC.
 *
 * <p>Digits beyond the declared precision, and nanos beyond micros, are cut off downwards. A timestamp in UTC is read into TIMESTAMP as the
 * time in UTC; a local one into TIMESTAMP_LTZ as a time in the zone given.
 */
final class TimeReaders {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final long NANOS_PER_MICRO = 1000;
    private static final long MICROS_PER_MILLI = 1000;

    /** The Julian day of 1970-01-01. */
    private static final long EPOCH_JULIAN_DAY = 2_440_588;

    private TimeReaders() {}

    static @Nullable ValueReader find(PrimitiveType type, Field field, ZoneId zone) {
        long unit = TimeText.unit(field.type().precision());
        if (field.type().kind() == TypeKind.TIME) {
            return time(type, field, unit);
        }
        if (type.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
            return (from, target) -> target.setLong(floor(int96Micros(from.getBinary()), unit));
        }
        if (type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp) {
            boolean local = !timestamp.isAdjustedToUTC() && field.type().kind() == TypeKind.TIMESTAMP_LTZ;
            LongUnaryOperator shift = local ? micros -> micros - offsetMicros(micros, zone) : micros -> micros;
            TimeUnit stored = timestamp.getUnit();
            return (from, target) ->
                    target.setLong(floor(shift.applyAsLong(micros(field, stored, from.getLong())), unit));
        }
        return null;
    }

    private static @Nullable ValueReader time(PrimitiveType type, Field field, long unit) {
        if (!(type.getLogicalTypeAnnotation() instanceof TimeLogicalTypeAnnotation time)) {
            return null;
        }
        TimeUnit stored = time.getUnit();
        boolean isInt = type.getPrimitiveTypeName() == PrimitiveTypeName.INT32;
        return (from, target) -> {
            long micros = micros(field, stored, number(from, isInt));
            if (micros < 0 || micros >= MICROS_PER_DAY) {
                throw RowErrors.noSuchTime(field, Long.toString(number(from, isInt)));
            }
            target.setLong(floor(micros, unit));
        };
    }

    private static long number(ColumnReader from, boolean isInt) {
        return isInt ? from.getInteger() : from.getLong();
    }

    private static long micros(Field field, TimeUnit unit, long value) {
        return switch (unit) {
            case MILLIS -> {
                if (value > Long.MAX_VALUE / MICROS_PER_MILLI || value < Long.MIN_VALUE / MICROS_PER_MILLI) {
                    throw RowErrors.noSuchTime(field, Long.toString(value));
                }
                yield value * MICROS_PER_MILLI;
            }
            case MICROS -> value;
            case NANOS -> Math.floorDiv(value, NANOS_PER_MICRO);
        };
    }

    private static long floor(long micros, long unit) {
        return unit == 1 ? micros : Math.floorDiv(micros, unit) * unit;
    }

    private static long offsetMicros(long localMicros, ZoneId zone) {
        LocalDateTime local = LocalDateTime.ofEpochSecond(
                Math.floorDiv(localMicros, MICROS_PER_SECOND),
                (int) (Math.floorMod(localMicros, MICROS_PER_SECOND) * NANOS_PER_MICRO),
                ZoneOffset.UTC);
        return local.atZone(zone).getOffset().getTotalSeconds() * MICROS_PER_SECOND;
    }

    /** Nanos of the day in eight bytes, then the Julian day in four, little-endian. */
    private static long int96Micros(Binary value) {
        ByteBuffer bytes = ByteBuffer.wrap(value.getBytesUnsafe()).order(ByteOrder.LITTLE_ENDIAN);
        long nanosOfDay = bytes.getLong();
        long day = bytes.getInt() - EPOCH_JULIAN_DAY;
        return day * MICROS_PER_DAY + Math.floorDiv(nanosOfDay, NANOS_PER_MICRO);
    }
}
