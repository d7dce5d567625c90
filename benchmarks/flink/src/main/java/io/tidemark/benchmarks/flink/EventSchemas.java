package io.tidemark.benchmarks.flink;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The columns of the tables, for both engines. */
final class EventSchemas {

    private static final Map<String, List<String>> NUMBERS = Map.of(
            "person", List.of("id"),
            "auction", List.of("id", "initialBid", "reserve", "seller", "category"),
            "bid", List.of("auction", "bidder", "price"));
    private static final List<String> TIMES = List.of("dateTime", "expires");
    private static final Map<String, List<String>> COLUMNS = Map.of(
            "person",
            List.of("id", "name", "emailAddress", "creditCard", "city", "state", "dateTime", "extra"),
            "auction",
            List.of(
                    "id",
                    "itemName",
                    "description",
                    "initialBid",
                    "reserve",
                    "dateTime",
                    "expires",
                    "seller",
                    "category",
                    "extra"),
            "bid",
            List.of("auction", "bidder", "price", "channel", "url", "dateTime", "extra"));

    private EventSchemas() {}

    private static TypeKind kind(String table, String column) {
        if (TIMES.contains(column)) {
            return TypeKind.TIMESTAMP;
        }
        return NUMBERS.getOrDefault(table, List.of()).contains(column) ? TypeKind.BIGINT : TypeKind.VARCHAR;
    }

    /** The columns of a table. */
    static Schema of(String table) {
        return new Schema(COLUMNS.getOrDefault(table, List.of()).stream()
                .map(column -> new Field(column, new DataType(kind(table, column), precision(table, column), 0, true)))
                .toList());
    }

    private static int precision(String table, String column) {
        return kind(table, column) == TypeKind.TIMESTAMP ? 3 : -1;
    }

    /** The columns of a table in Flink's words. */
    static String flinkColumns(String table) {
        return COLUMNS.getOrDefault(table, List.of()).stream()
                .map(column -> "`" + column + "` "
                        + switch (kind(table, column)) {
                            case BIGINT -> "BIGINT";
                            case TIMESTAMP -> "TIMESTAMP(3)";
                            default -> "STRING";
                        })
                .collect(Collectors.joining(", "));
    }
}
