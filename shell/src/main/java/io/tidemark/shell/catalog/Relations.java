package io.tidemark.shell.catalog;

import io.tidemark.shell.format.Column;
import io.tidemark.shell.session.Rows;
import io.tidemark.shell.session.Session;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists of what there is: relations, schemas, functions, and whatever a statement lists. */
public final class Relations {

    private final Session session;

    /** Asks over the connection of a session. */
    public Relations(Session session) {
        this.session = session;
    }

    /**
     * A stream, table or view.
     *
     * @param schema its schema; null where the database has none
     * @param kind in lower case
     */
    public record Relation(@Nullable String schema, String name, String kind) {

        /** The name with its schema, quoted, for a statement. */
        public String sqlName() {
            return (schema == null ? "" : NamePattern.quoted(schema) + ".") + NamePattern.quoted(name);
        }

        /** The name with its schema, for people. */
        public String fullName() {
            return (schema == null ? "" : schema + ".") + name;
        }
    }

    /** The relations of a pattern, by schema and name; those of system schemas only if the pattern names a schema or no wildcard. */
    public List<Relation> find(NamePattern pattern, Set<String> kinds) throws SQLException {
        List<Relation> found = new ArrayList<>();
        DatabaseMetaData metaData = session.connection().getMetaData();
        try (ResultSet tables = metaData.getTables(null, null, "%", null)) {
            while (tables.next()) {
                String schema = tables.getString("TABLE_SCHEM");
                String name = tables.getString("TABLE_NAME");
                String kind = tables.getString("TABLE_TYPE").toLowerCase(Locale.ROOT);
                boolean hidden = NamePattern.isSystemSchema(schema) && !pattern.hasSchema();
                if (!hidden && (kinds.isEmpty() || kinds.contains(kind)) && pattern.matches(schema, name)) {
                    found.add(new Relation(schema, name, kind));
                }
            }
        }
        return found;
    }

    /** The relations of a pattern, as a result. */
    public Rows list(NamePattern pattern, Set<String> kinds) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Relation relation : find(pattern, kinds)) {
            rows.add(Arrays.asList(relation.schema(), relation.name(), relation.kind()));
        }
        return result(List.of("schema", "name", "kind"), rows);
    }

    /** The schemas of a pattern. */
    public Rows schemas(NamePattern pattern) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (ResultSet schemas = session.connection().getMetaData().getSchemas()) {
            while (schemas.next()) {
                if (pattern.matches(schemas.getString("TABLE_SCHEM"))) {
                    rows.add(Arrays.asList(schemas.getString("TABLE_SCHEM")));
                }
            }
        }
        return result(List.of("schema"), rows);
    }

    /** The functions of a pattern. */
    public Rows functions(NamePattern pattern) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (ResultSet functions = session.connection().getMetaData().getFunctions(null, null, "%")) {
            while (functions.next()) {
                String name = functions.getString("FUNCTION_NAME");
                boolean table = functions.getShort("FUNCTION_TYPE") == DatabaseMetaData.functionReturnsTable;
                if (pattern.matches(name)) {
                    rows.add(Arrays.asList(name, table ? "table" : "value"));
                }
            }
        }
        return result(List.of("function", "gives"), rows);
    }

    /** What a statement lists, as far as the value of one of its columns matches a pattern. */
    public Rows ofStatement(String sql, int nameColumn, NamePattern pattern) throws SQLException {
        Rows all = session.runner().fetch(session.connection(), sql, Integer.MAX_VALUE);
        return new Rows(
                all.columns(),
                all.rows().stream()
                        .filter(row -> pattern.matches(String.valueOf(row.get(nameColumn))))
                        .toList(),
                true);
    }

    /** A result whose columns are all texts. */
    static Rows result(List<String> labels, List<List<@Nullable String>> rows) {
        return new Rows(
                labels.stream()
                        .map(label -> new Column(label, Column.Kind.TEXT))
                        .toList(),
                rows,
                true);
    }
}
