package io.tidemark.runtime.translate.user;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The Java types that functions take and give, and their types in SQL. */
enum JavaType {
    BOOLEAN(SqlTypeName.BOOLEAN, boolean.class, Boolean.class),
    INTEGER(SqlTypeName.INTEGER, int.class, Integer.class),
    BIGINT(SqlTypeName.BIGINT, long.class, Long.class),
    DOUBLE(SqlTypeName.DOUBLE, double.class, Double.class),
    DECIMAL(SqlTypeName.DECIMAL, BigDecimal.class),
    VARCHAR(SqlTypeName.VARCHAR, String.class),
    VARBINARY(SqlTypeName.VARBINARY, byte[].class),
    DATE(SqlTypeName.DATE, LocalDate.class),
    TIME(SqlTypeName.TIME, LocalTime.class),
    TIMESTAMP(SqlTypeName.TIMESTAMP, LocalDateTime.class),
    TIMESTAMP_LTZ(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, Instant.class);

    private static final int MICROS_PRECISION = 6;

    private final SqlTypeName sql;
    private final Class<?> plain;
    private final Class<?> object;

    JavaType(SqlTypeName sql, Class<?> object) {
        this(sql, object, object);
    }

    JavaType(SqlTypeName sql, Class<?> plain, Class<?> object) {
        this.sql = sql;
        this.plain = plain;
        this.object = object;
    }

    static Optional<JavaType> of(Class<?> type) {
        return Arrays.stream(values())
                .filter(known -> known.plain == type || known.object == type)
                .findFirst();
    }

    /** The names of all Java types, for messages. */
    static String names() {
        return Arrays.stream(values())
                .flatMap(type -> Stream.of(type.plain, type.object))
                .distinct()
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
    }

    /** The SQL type of a Java type, which may be NULL unless it is primitive; a decimal with these digits. */
    RelDataType sqlType(Class<?> type, int precision, int scale, RelDataTypeFactory types) {
        RelDataType plain = switch (this) {
            case DECIMAL -> types.createSqlType(sql, precision, scale);
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> types.createSqlType(sql, MICROS_PRECISION);
            default -> types.createSqlType(sql);
        };
        return types.createTypeWithNullability(plain, !type.isPrimitive());
    }
}
