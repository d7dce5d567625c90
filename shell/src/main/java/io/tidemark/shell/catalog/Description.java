package io.tidemark.shell.catalog;

import io.tidemark.shell.catalog.Relations.Relation;
import io.tidemark.shell.session.Rows;
import io.tidemark.shell.session.Session;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What there is to know of one relation: columns, key, indexes, what it reads and what reads it, the query behind it.
 *
 * <p>Columns, keys and indexes come from JDBC; the rest is asked of Tidemark's own tables and left out by a server that lacks them.
 */
public final class Description {

    private static final String CONNECTION_FAILURE = "08";

    private final Session session;
    private final Relation relation;

    /** Describes a relation. */
    public Description(Session session, Relation relation) {
        this.session = session;
        this.relation = relation;
    }

    /** Its columns; those of the result that say nothing are left out. */
    public Rows columns() throws SQLException {
        Map<String, List<@Nullable String>> described = described();
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (ResultSet columns =
                metaData().getColumns(null, escaped(relation.schema()), escaped(relation.name()), "%")) {
            while (columns.next()) {
                String name = columns.getString("COLUMN_NAME");
                List<@Nullable String> more = described.getOrDefault(name, Arrays.asList(null, null, null));
                rows.add(Arrays.asList(
                        name,
                        more.get(1) == null ? columns.getString("TYPE_NAME") : more.get(1),
                        columns.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls ? "no" : "yes",
                        columns.getString("COLUMN_DEF"),
                        more.get(2)));
            }
        }
        return withoutEmpty(List.of("column", "type", "nullable", "default", "extra"), rows);
    }

    /** Everything else, each fact on lines of its own. */
    public String facts() throws SQLException {
        StringBuilder text = new StringBuilder();
        line(text, "Primary key", String.join(", ", primaryKey()));
        block(text, "Indexes", indexes());
        line(text, "Connector", connector().orElse(""));
        block(text, "Reads", usage("table_schema", "table_name", "view_schema", "view_name"));
        Collection<String> readers = new TreeSet<>(usage("view_schema", "view_name", "table_schema", "table_name"));
        queriesReading().forEach(readers::add);
        block(text, "Read by", readers);
        block(text, "Written by", writers());
        definition().ifPresent(sql -> block(text, "Query", sql.lines().toList()));
        return text.toString();
    }

    private DatabaseMetaData metaData() throws SQLException {
        return session.connection().getMetaData();
    }

    private @Nullable String escaped(@Nullable String name) throws SQLException {
        String escape = metaData().getSearchStringEscape();
        return name == null ? null : name.replace("_", escape + "_").replace("%", escape + "%");
    }

    private List<String> primaryKey() throws SQLException {
        Map<Integer, String> columns = new TreeMap<>();
        try (ResultSet keys = metaData().getPrimaryKeys(null, relation.schema(), relation.name())) {
            while (keys.next()) {
                columns.put((int) keys.getShort("KEY_SEQ"), keys.getString("COLUMN_NAME"));
            }
        }
        return List.copyOf(columns.values());
    }

    private List<String> indexes() throws SQLException {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        try (ResultSet indexes = metaData().getIndexInfo(null, relation.schema(), relation.name(), false, true)) {
            while (indexes.next()) {
                String name = indexes.getString("INDEX_NAME");
                if (name != null) {
                    columns.computeIfAbsent(name, any -> new ArrayList<>()).add(indexes.getString("COLUMN_NAME"));
                }
            }
        }
        List<String> key = primaryKey();
        return columns.entrySet().stream()
                .filter(index -> !index.getValue().equals(key))
                .map(index -> index.getKey() + " (" + String.join(", ", index.getValue()) + ")")
                .toList();
    }

    private Map<String, List<@Nullable String>> described() throws SQLException {
        Map<String, List<@Nullable String>> described = new LinkedHashMap<>();
        for (List<@Nullable String> row : asked("DESCRIBE " + relation.sqlName())) {
            if (row.size() == 5 && row.get(0) != null) {
                described.put(String.valueOf(row.get(0)), Arrays.asList(row.get(0), row.get(1), row.get(4)));
            }
        }
        return described;
    }

    private Optional<String> connector() throws SQLException {
        String list = switch (relation.kind()) {
            case "stream" -> "SHOW STREAMS";
            case "table" -> "SHOW TABLES";
            default -> "";
        };
        return (list.isEmpty() ? List.<List<@Nullable String>>of() : asked(list))
                .stream()
                        .filter(row -> relation.name().equals(row.get(1))
                                && (relation.schema() == null
                                        || relation.schema().equals(row.get(0))))
                        .flatMap(row -> Stream.ofNullable(row.get(2)))
                        .findFirst();
    }

    private List<String> usage(String schema, String name, String otherSchema, String otherName) throws SQLException {
        return asked("SELECT DISTINCT " + schema + ", " + name + " FROM information_schema.view_table_usage WHERE "
                        + otherSchema + " = " + NamePattern.literal(String.valueOf(relation.schema())) + " AND "
                        + otherName
                        + " = " + NamePattern.literal(relation.name()) + " ORDER BY 1, 2")
                .stream()
                .map(row -> row.get(0) + "." + row.get(1))
                .toList();
    }

    private List<String> queriesReading() throws SQLException {
        return asked(
                        "SELECT DISTINCT q.name, q.state, s.source FROM sys.sources s JOIN sys.queries q ON q.name = s.query"
                                + " WHERE q.kind = 'INSERT'")
                .stream()
                .filter(row -> isThis(String.valueOf(row.get(2))))
                .map(row -> "query " + row.get(0) + " (" + row.get(1) + ")")
                .toList();
    }

    private List<String> writers() throws SQLException {
        return asked("SELECT name, state, epoch, last_error, sink FROM sys.queries").stream()
                .filter(row -> isThis(String.valueOf(row.get(4))))
                .map(row -> "query " + row.get(0) + ": " + row.get(1) + ", epoch " + row.get(2)
                        + (row.get(3) == null ? "" : ", " + row.get(3)))
                .toList();
    }

    private boolean isThis(String name) {
        return name.equals(relation.name()) || name.equals(relation.fullName());
    }

    private Optional<String> definition() throws SQLException {
        return asked("SELECT view_definition FROM information_schema.views WHERE table_schema = "
                        + NamePattern.literal(String.valueOf(relation.schema())) + " AND table_name = "
                        + NamePattern.literal(relation.name()))
                .stream()
                .flatMap(row -> Stream.ofNullable(row.get(0)))
                .findFirst();
    }

    /** The answer to a question that not every server understands; none if this one does not. */
    private List<List<@Nullable String>> asked(String sql) throws SQLException {
        try {
            return session.runner()
                    .fetch(session.connection(), sql, Integer.MAX_VALUE)
                    .rows();
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().startsWith(CONNECTION_FAILURE)) {
                throw e;
            }
            return List.of();
        }
    }

    private static Rows withoutEmpty(List<String> labels, List<List<@Nullable String>> rows) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            int column = i;
            if (i < 3 || rows.stream().anyMatch(row -> row.get(column) != null)) {
                shown.add(column);
            }
        }
        List<List<@Nullable String>> cut = new ArrayList<>();
        for (List<@Nullable String> row : rows) {
            List<@Nullable String> values = new ArrayList<>();
            shown.forEach(column -> values.add(column < 3 || row.get(column) != null ? row.get(column) : ""));
            cut.add(values);
        }
        return Relations.result(shown.stream().map(labels::get).toList(), cut);
    }

    private static void line(StringBuilder text, String title, String value) {
        if (!value.isEmpty()) {
            text.append(title).append(": ").append(value).append('\n');
        }
    }

    private static void block(StringBuilder text, String title, Collection<String> lines) {
        if (!lines.isEmpty()) {
            text.append(title).append(":\n");
            lines.forEach(line -> text.append("    ").append(line).append('\n'));
        }
    }
}
