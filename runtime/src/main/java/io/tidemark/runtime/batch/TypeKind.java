package io.tidemark.runtime.batch;

/**
 * The SQL types that the engine stores, each with the physical form of its values.
 *
 * <p><b>Units</b>: DATE is days since 1970-01-01; TIME micros since midnight; TIMESTAMP micros since the epoch on a zone-less axis;
 * TIMESTAMP_LTZ micros since the epoch as an instant; INTERVAL_MONTHS months; INTERVAL_MICROS micros; DECIMAL the unscaled value;
 * VARCHAR UTF-8 bytes; ARRAY its elements as {@link ArrayFormat} says.
 */
public enum TypeKind {
    BOOLEAN(PhysicalKind.INT64),
    TINYINT(PhysicalKind.INT64),
    SMALLINT(PhysicalKind.INT64),
    INT(PhysicalKind.INT64),
    BIGINT(PhysicalKind.INT64),
    REAL(PhysicalKind.FLOAT64),
    DOUBLE(PhysicalKind.FLOAT64),
    /** INT64 up to 18 digits, INT128 above: see {@link DataType#physical()}. */
    DECIMAL(PhysicalKind.INT64),
    VARCHAR(PhysicalKind.BYTES),
    VARBINARY(PhysicalKind.BYTES),
    DATE(PhysicalKind.INT64),
    TIME(PhysicalKind.INT64),
    TIMESTAMP(PhysicalKind.INT64),
    TIMESTAMP_LTZ(PhysicalKind.INT64),
    INTERVAL_MONTHS(PhysicalKind.INT64),
    INTERVAL_MICROS(PhysicalKind.INT64),
    /** Of elements of {@link DataType#arrayElement()}. */
    ARRAY(PhysicalKind.BYTES);

    private final PhysicalKind narrow;

    TypeKind(PhysicalKind narrow) {
        this.narrow = narrow;
    }

    PhysicalKind narrow() {
        return narrow;
    }
}
