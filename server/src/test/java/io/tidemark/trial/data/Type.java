package io.tidemark.trial.data;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;

/** The types of the grammar. Values are Boolean, Long, Double, BigDecimal or String; of DATE days, of the others of time micros, as Long. */
public enum Type {
    BOOLEAN("BOOLEAN", "BOOLEAN"),
    INT("INT", "INT"),
    BIGINT("BIGINT", "BIGINT"),
    DOUBLE("DOUBLE", "DOUBLE"),
    DECIMAL("DECIMAL(10, 2)", "DECIMAL(10, 2)"),
    TEXT("VARCHAR", "VARCHAR"),
    DATE("DATE", "DATE"),
    TIMESTAMP("TIMESTAMP(3)", "TIMESTAMP"),
    /** An instant; DuckDB has it as a TIMESTAMP in UTC, so that its time zones play no part. */
    INSTANT("TIMESTAMP_LTZ(3)", "TIMESTAMP");

    private final String tidemark;
    private final String duckdb;

    Type(String tidemark, String duckdb) {
        this.tidemark = tidemark;
        this.duckdb = duckdb;
    }

    /** The name in Tidemark's SQL. */
    public String tidemark() {
        return tidemark;
    }

    /** The name in DuckDB's SQL. */
    public String duckdb() {
        return duckdb;
    }

    /** The type of a source's column, as the engine stores it. */
    public DataType engine() {
        return switch (this) {
            case DECIMAL -> DataType.decimal(10, 2);
            case TEXT -> DataType.of(TypeKind.VARCHAR);
            case TIMESTAMP -> new DataType(TypeKind.TIMESTAMP, 3, 0, true);
            case INSTANT -> new DataType(TypeKind.TIMESTAMP_LTZ, 3, 0, true);
            default -> DataType.of(TypeKind.valueOf(name()));
        };
    }

    /** Whether values are times on an axis of micros. */
    public boolean isTime() {
        return this == TIMESTAMP || this == INSTANT;
    }

    /** Whether values are whole numbers. */
    public boolean isInteger() {
        return this == INT || this == BIGINT;
    }

    /** Whether values are numbers. */
    public boolean isNumber() {
        return isInteger() || this == DOUBLE || this == DECIMAL;
    }
}
