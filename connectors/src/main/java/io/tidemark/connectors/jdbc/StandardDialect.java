package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;

/** A database of which nothing is known: the types and statements of standard SQL. */
final class StandardDialect implements SqlDialect {

    private static final int LONG_TEXT = 4000;
    private static final int KEY_TEXT = 255;
    private static final int MICROS = 6;

    @Override
    public String connectionUrl(String url) {
        return url;
    }

    @Override
    public String typeName(DataType type, boolean key) {
        return typeName(type, key ? KEY_TEXT : LONG_TEXT);
    }

    /**
     * The standard's name of a type.
     *
     * @param textLength the length of VARCHAR and VARBINARY without one
     */
    static String typeName(DataType type, int textLength) {
        return switch (type.kind()) {
            case BOOLEAN -> "BOOLEAN";
            case TINYINT, SMALLINT -> "SMALLINT";
            case INT -> "INTEGER";
            case BIGINT -> "BIGINT";
            case REAL -> "REAL";
            case DOUBLE -> "DOUBLE PRECISION";
            case DECIMAL -> "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
            case VARCHAR -> "VARCHAR(" + (type.precision() < 0 ? textLength : type.precision()) + ")";
            case VARBINARY -> "VARBINARY(" + (type.precision() < 0 ? textLength : type.precision()) + ")";
            case DATE -> "DATE";
            case TIME -> "TIME(" + fraction(type) + ")";
            case TIMESTAMP -> "TIMESTAMP(" + fraction(type) + ")";
            case TIMESTAMP_LTZ -> "TIMESTAMP(" + fraction(type) + ") WITH TIME ZONE";
            case ARRAY, INTERVAL_MONTHS, INTERVAL_MICROS ->
                throw CodedException.unsupported("a column of type " + type + " in connector \"jdbc\"");
        };
    }

    private static int fraction(DataType type) {
        return type.precision() < 0 ? MICROS : type.precision();
    }

    @Override
    public Optional<String> upsert(String table, List<String> columns, List<String> key) {
        return Optional.empty();
    }

    @Override
    public Optional<String> sync() {
        return Optional.empty();
    }
}
