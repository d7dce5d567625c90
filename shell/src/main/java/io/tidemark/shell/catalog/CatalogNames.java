package io.tidemark.shell.catalog;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The names of schemas, relations, their columns, and functions, for completion: read when first needed, and again after a statement that may change them. */
public final class CatalogNames {

    private static final int MAX_COLUMNS = 20_000;

    private Map<String, Set<String>> columnsByRelation = Collections.emptyMap();
    private Map<String, Set<String>> relationsBySchema = Collections.emptyMap();
    private Set<String> functions = Collections.emptySet();
    private Set<String> schemas = Collections.emptySet();
    private boolean known;

    /** Notes that a statement was run, which makes the names unknown if it changed the catalog. */
    public void noteStatement(String sql) {
        String start = sql.stripLeading().toUpperCase(Locale.ROOT);
        if (start.startsWith("CREATE") || start.startsWith("DROP") || start.startsWith("ALTER")) {
            known = false;
        }
    }

    /** Reads the names if they are not known. A failure leaves those known before: completion is no reason to stop. */
    public void refresh(Connection connection) {
        if (known) {
            return;
        }
        try {
            DatabaseMetaData metaData = connection.getMetaData();
            readRelations(metaData);
            functions = functions(metaData);
            schemas = names(metaData.getSchemas(), "TABLE_SCHEM");
            known = true;
        } catch (SQLException e) {
            known = false;
        }
    }

    /** The relations of all schemas. */
    public Set<String> relations() {
        return columnsByRelation.keySet();
    }

    /** The columns of all relations. */
    public Set<String> columns() {
        Set<String> columns = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        columnsByRelation.values().forEach(columns::addAll);
        return columns;
    }

    /** The columns of a relation by its name in any case; none if there is no such relation. */
    public Set<String> columnsOf(String relation) {
        return columnsByRelation.getOrDefault(relation, Set.of());
    }

    /** The relations of a schema; none if there is no such schema. */
    public Set<String> relationsOf(String schema) {
        return relationsBySchema.getOrDefault(schema, Set.of());
    }

    /** The functions of the dialect and of users. */
    public Set<String> functions() {
        return functions;
    }

    /** The schemas. */
    public Set<String> schemas() {
        return schemas;
    }

    private static Set<String> functions(DatabaseMetaData metaData) throws SQLException {
        try {
            return names(metaData.getFunctions(null, null, "%"), "FUNCTION_NAME");
        } catch (SQLFeatureNotSupportedException e) {
            return Set.of();
        }
    }

    private static Set<String> names(ResultSet rows, String column) throws SQLException {
        Set<String> names = names();
        try (rows) {
            while (rows.next()) {
                names.add(rows.getString(column));
            }
        }
        return names;
    }

    private void readRelations(DatabaseMetaData metaData) throws SQLException {
        Map<String, Set<String>> found = byName();
        Map<String, Set<String>> bySchema = byName();
        try (ResultSet tables = metaData.getTables(null, null, "%", null)) {
            while (tables.next()) {
                String name = tables.getString("TABLE_NAME");
                String schema = tables.getString("TABLE_SCHEM");
                found.put(name, names());
                bySchema.computeIfAbsent(schema == null ? "" : schema, any -> names())
                        .add(name);
            }
        }
        try (ResultSet columns = metaData.getColumns(null, null, "%", "%")) {
            for (int i = 0; i < MAX_COLUMNS && columns.next(); i++) {
                found.computeIfAbsent(columns.getString("TABLE_NAME"), name -> names())
                        .add(columns.getString("COLUMN_NAME"));
            }
        }
        columnsByRelation = found;
        relationsBySchema = bySchema;
    }

    private static Map<String, Set<String>> byName() {
        return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }

    private static Set<String> names() {
        return new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    }
}
