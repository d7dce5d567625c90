package io.tidemark.server.frame;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;

/** How the values of a column lie in a frame; the driver knows the codes too. */
enum Encoding {
    BOOLEAN(1),
    WHOLE(2),
    FLOAT(3),
    DOUBLE(4),
    DECIMAL(5),
    BIG_DECIMAL(6),
    TEXT(7),
    BYTES(8),
    TIMESTAMP(9),
    TIME(10);

    /** Added to the code of a column some of whose rows are NULL. */
    static final int WITH_NULLS = 0x80;

    private final int code;

    Encoding(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** The one for a type that is no ARRAY. */
    static Encoding of(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> BOOLEAN;
            case TINYINT, SMALLINT, INT, BIGINT, DATE -> WHOLE;
            case REAL -> FLOAT;
            case DOUBLE -> DOUBLE;
            case DECIMAL -> type.physical() == PhysicalKind.INT128 ? BIG_DECIMAL : DECIMAL;
            case VARCHAR, INTERVAL_MONTHS, INTERVAL_MICROS -> TEXT;
            case VARBINARY -> BYTES;
            case TIMESTAMP, TIMESTAMP_LTZ -> TIMESTAMP;
            case TIME -> TIME;
            case ARRAY -> throw new IllegalArgumentException("arrays do not go into columns");
        };
    }
}
