package io.tidemark.connectors.jdbc;

import java.util.List;

/**
 * A table as it is in the database.
 *
 * @param name its name, quoted, with its schema
 * @param schemaPrefix its schema, quoted and with a point behind it; empty where there is none
 * @param columns those that are written, in the order of the sink's columns
 * @param key the quoted names of those that make up the primary key
 */
record TargetTable(String name, String schemaPrefix, List<Column> columns, List<String> key) {

    TargetTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /**
     * A column.
     *
     * @param name its name, quoted
     * @param jdbcType its type, of {@link java.sql.Types}
     */
    record Column(String name, int jdbcType) {}

    /** The names of the columns, quoted. */
    List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }
}
