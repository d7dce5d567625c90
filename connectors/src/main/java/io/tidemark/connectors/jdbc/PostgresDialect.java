package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** PostgreSQL. */
final class PostgresDialect implements SqlDialect {

    static final String PREFIX = "jdbc:postgresql:";

    @Override
    public String connectionUrl(String url) {
        return url;
    }

    @Override
    public String typeName(DataType type, boolean key) {
        if (type.kind() == TypeKind.VARBINARY) {
            return "BYTEA";
        }
        return type.kind() == TypeKind.VARCHAR && type.precision() < 0 ? "TEXT" : StandardDialect.typeName(type, 0);
    }

    @Override
    public Optional<String> upsert(String table, List<String> columns, List<String> key) {
        String updates = columns.stream()
                .filter(column -> !key.contains(column))
                .map(column -> column + " = EXCLUDED." + column)
                .collect(Collectors.joining(", "));
        return Optional.of("INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ("
                + String.join(", ", columns.stream().map(c -> "?").toList()) + ") ON CONFLICT ("
                + String.join(", ", key) + ") DO " + (updates.isEmpty() ? "NOTHING" : "UPDATE SET " + updates));
    }

    @Override
    public Optional<String> sync() {
        return Optional.empty();
    }
}
