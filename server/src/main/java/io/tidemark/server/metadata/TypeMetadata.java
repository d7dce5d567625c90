package io.tidemark.server.metadata;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.sql.DatabaseMetaData;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types that columns can have. */
final class TypeMetadata {

    private static final int MAX_DECIMAL_DIGITS = 38;
    private static final int MAX_TIME_DIGITS = 6;
    private static final int RADIX = 10;

    private TypeMetadata() {}

    static MetadataTable types() {
        MetadataTable table = new MetadataTable(
                "TYPE_NAME",
                "DATA_TYPE:int",
                "PRECISION:int",
                "LITERAL_PREFIX",
                "LITERAL_SUFFIX",
                "CREATE_PARAMS",
                "NULLABLE:short",
                "CASE_SENSITIVE:boolean",
                "SEARCHABLE:short",
                "UNSIGNED_ATTRIBUTE:boolean",
                "FIXED_PREC_SCALE:boolean",
                "AUTO_INCREMENT:boolean",
                "LOCAL_TYPE_NAME",
                "MINIMUM_SCALE:short",
                "MAXIMUM_SCALE:short",
                "SQL_DATA_TYPE:int",
                "SQL_DATETIME_SUB:int",
                "NUM_PREC_RADIX:int");
        List<DataType> types = Arrays.stream(TypeKind.values())
                .map(TypeMetadata::widest)
                .sorted(Comparator.comparing(JdbcTypes::code))
                .toList();
        types.forEach(type -> add(table, type));
        return table;
    }

    private static DataType widest(TypeKind kind) {
        return switch (kind) {
            case DECIMAL -> DataType.decimal(MAX_DECIMAL_DIGITS, 0);
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> new DataType(kind, MAX_TIME_DIGITS, 0, true);
            case ARRAY -> DataType.array(DataType.of(TypeKind.INT));
            default -> DataType.of(kind);
        };
    }

    private static void add(MetadataTable table, DataType type) {
        TypeKind kind = type.kind();
        String name = kind == TypeKind.ARRAY ? kind.name() : JdbcTypes.name(type);
        table.add(
                name,
                JdbcTypes.code(type),
                JdbcTypes.precision(type),
                literalPrefix(kind),
                literalPrefix(kind) == null ? null : "'",
                parameters(kind),
                DatabaseMetaData.typeNullable,
                kind == TypeKind.VARCHAR,
                DatabaseMetaData.typeSearchable,
                !JdbcTypes.isNumber(type),
                false,
                false,
                name,
                0,
                maximumScale(kind),
                null,
                null,
                RADIX);
    }

    private static @Nullable String literalPrefix(TypeKind kind) {
        return switch (kind) {
            case VARCHAR -> "'";
            case VARBINARY -> "X'";
            case DATE, TIME, TIMESTAMP -> kind.name() + " '";
            case INTERVAL_MONTHS, INTERVAL_MICROS -> "INTERVAL '";
            default -> null;
        };
    }

    private static @Nullable String parameters(TypeKind kind) {
        return switch (kind) {
            case DECIMAL -> "precision,scale";
            case VARCHAR, VARBINARY -> "length";
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> "precision";
            default -> null;
        };
    }

    private static int maximumScale(TypeKind kind) {
        return switch (kind) {
            case DECIMAL -> MAX_DECIMAL_DIGITS;
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> MAX_TIME_DIGITS;
            default -> 0;
        };
    }
}
