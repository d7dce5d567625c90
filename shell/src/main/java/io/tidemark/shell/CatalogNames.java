package io.tidemark.shell;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The names of relations and their columns, for completion: read when first needed, and again after a statement that may change them. */
final class CatalogNames {

    private static final int MAX_COLUMNS = 20_000;

    private Map<String, Set<String>> columnsByRelation = Collections.emptyMap();
    private boolean known;

    /** Notes that a statement was run, which makes the names unknown if it changed the catalog. */
    void noteStatement(String sql) {
        String start = sql.stripLeading().toUpperCase(Locale.ROOT);
        if (start.startsWith("CREATE") || start.startsWith("DROP") || start.startsWith("ALTER")) {
            known = false;
        }
    }

    /** Reads the names if they are not known. A failure leaves those known before: completion is no reason to stop. */
    void refresh(Connection connection) {
        if (known) {
            return;
        }
        try {
            columnsByRelation = read(connection.getMetaData());
            known = true;
        } catch (SQLException e) {
            known = false;
        }
    }

    Set<String> relations() {
        return columnsByRelation.keySet();
    }

    /** The columns of all relations. */
    Set<String> columns() {
        Set<String> columns = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        columnsByRelation.values().forEach(columns::addAll);
        return columns;
    }

    /** The columns of a relation by its name in any case; none if there is no such relation. */
    Set<String> columnsOf(String relation) {
        return columnsByRelation.getOrDefault(relation, Set.of());
    }

    private static Map<String, Set<String>> read(DatabaseMetaData metaData) throws SQLException {
        Map<String, Set<String>> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        try (ResultSet tables = metaData.getTables(null, null, "%", null)) {
            while (tables.next()) {
                found.put(tables.getString("TABLE_NAME"), new TreeSet<>(String.CASE_INSENSITIVE_ORDER));
            }
        }
        try (ResultSet columns = metaData.getColumns(null, null, "%", "%")) {
            for (int i = 0; i < MAX_COLUMNS && columns.next(); i++) {
                found.computeIfAbsent(
                                columns.getString("TABLE_NAME"), name -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER))
                        .add(columns.getString("COLUMN_NAME"));
            }
        }
        return found;
    }
}
