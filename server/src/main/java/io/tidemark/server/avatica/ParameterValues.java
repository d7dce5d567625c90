package io.tidemark.server.avatica;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * The values of a prepared statement's parameters, as Java objects: numbers, strings, byte arrays, and for dates and times the classes of {@code
 * java.time} that carry no zone.
 *
 * <p><b>Units</b> on the wire: a date is days since 1970-01-01, a time milliseconds of the day, a timestamp milliseconds of its wall clock.
 *
 * <p><b>Errors</b>: PARAMETERS, naming the first parameter that was not set.
 */
final class ParameterValues {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private ParameterValues() {}

    static List<@Nullable Object> of(@Nullable List<TypedValue> values) {
        List<@Nullable Object> objects = new ArrayList<>();
        if (values != null) {
            for (TypedValue value : values) {
                if (value == null) {
                    throw CodedException.of(ErrorCode.PARAMETERS, "parameter " + (objects.size() + 1) + " is not set")
                            .hint("set every parameter; setNull makes one NULL");
                }
                objects.add(local(value));
            }
        }
        return objects;
    }

    private static @Nullable Object local(TypedValue value) {
        if (!(value.value instanceof Number number)) {
            return value.toLocal();
        }
        long count = number.longValue();
        return switch (value.type) {
            case JAVA_SQL_TIMESTAMP, JAVA_UTIL_DATE ->
                LocalDateTime.ofInstant(Instant.ofEpochMilli(count), ZoneOffset.UTC);
            case JAVA_SQL_DATE -> LocalDate.ofEpochDay(count);
            case JAVA_SQL_TIME -> LocalTime.ofNanoOfDay(count * NANOS_PER_MILLI);
            default -> value.toLocal();
        };
    }
}
