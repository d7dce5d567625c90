package io.tidemark.connectors.jdbc;

import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the table that a sink writes to, creates it where it is to be, and makes sure that it fits.
 *
 * <p>Names match exactly or else without regard to case. A name that is created has the case that the database gives to one without quotes,
 * so that it can be used without them.
 *
 * <p><b>Errors</b>: EXTERNAL_NOT_FOUND for a table or column that is missing, TYPE_MISMATCH, EXTERNAL_REJECTED.
 */
final class TableFinder {

    private final Connection connection;
    private final DatabaseMetaData metaData;
    private final SqlDialect dialect;
    private final SinkSpec spec;
    private final String tableOption;

    /** A table's place among the others, with the names as the database has them. */
    private record Place(@Nullable String schema, String table) {}

    /** A column as the database describes it. */
    private record Found(String name, int jdbcType, String typeName, int size, int scale, boolean needed) {}

    TableFinder(Connection connection, SqlDialect dialect, SinkSpec spec) throws SQLException {
        this.connection = connection;
        this.metaData = connection.getMetaData();
        this.dialect = dialect;
        this.spec = spec;
        this.tableOption = spec.options().text(JdbcOptions.TABLE);
    }

    /** The table that the option names. */
    TargetTable find() throws SQLException {
        Place place = locate(tableOption);
        if (place == null) {
            create();
            place = locate(tableOption);
        }
        if (place == null) {
            throw CodedException.of(ErrorCode.EXTERNAL_NOT_FOUND, "no table \"" + tableOption + "\"");
        }
        return describe(place);
    }

    /** The table that the option names, to be read only: it may have other columns too, and those wanted may be of any type. */
    TargetTable findToRead() throws SQLException {
        Place place = locate(tableOption);
        if (place == null) {
            throw CodedException.of(
                            ErrorCode.EXTERNAL_NOT_FOUND,
                            "no table \"" + tableOption + "\" in \"" + JdbcErrors.shown(url()) + "\"")
                    .hint("create it, or correct the option \"" + JdbcOptions.TABLE + "\"");
        }
        Map<String, Found> columns = columns(place);
        List<TargetTable.Column> read = new ArrayList<>();
        for (Field field : spec.schema().fields()) {
            Found found = column(columns, field.name());
            read.add(new TargetTable.Column(quoted(found.name()), found.jdbcType()));
        }
        String prefix = place.schema() == null ? "" : quoted(place.schema()) + ".";
        return new TargetTable(prefix + quoted(place.table()), prefix, read, List.of());
    }

    /** Whether a table of that name is in the schema of the one that the option names. */
    boolean existsBeside(String name) throws SQLException {
        int point = tableOption.lastIndexOf('.');
        return locate(tableOption.substring(0, point + 1) + name) != null;
    }

    private @Nullable Place locate(String name) throws SQLException {
        int point = name.lastIndexOf('.');
        String table = name.substring(point + 1);
        String schema = point < 0 ? connection.getSchema() : name.substring(0, point);
        Place anyCase = null;
        try (ResultSet tables = metaData.getTables(connection.getCatalog(), null, "%", null)) {
            while (tables.next()) {
                String foundSchema = tables.getString("TABLE_SCHEM");
                String found = tables.getString("TABLE_NAME");
                boolean here = schema == null || foundSchema == null || schema.equalsIgnoreCase(foundSchema);
                if (here && found.equals(table)) {
                    return new Place(foundSchema, found);
                }
                if (here && found.equalsIgnoreCase(table)) {
                    anyCase = new Place(foundSchema, found);
                }
            }
        }
        return anyCase;
    }

    private void create() throws SQLException {
        if (!spec.options().bool(JdbcOptions.CREATE_TABLE)) {
            throw CodedException.of(
                            ErrorCode.EXTERNAL_NOT_FOUND,
                            "no table \"" + tableOption + "\" in \"" + JdbcErrors.shown(url()) + "\"")
                    .hint("create it, correct the option \"" + JdbcOptions.TABLE + "\", or set \""
                            + JdbcOptions.CREATE_TABLE + "\" to 'true'");
        }
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < spec.schema().size(); i++) {
            Field field = spec.schema().field(i);
            boolean key = spec.keyColumns().contains(i);
            parts.add(folded(field.name()) + " " + dialect.typeName(field.type(), key)
                    + (key || !field.type().nullable() ? " NOT NULL" : ""));
        }
        if (!spec.keyColumns().isEmpty()) {
            List<String> key = spec.keyColumns().stream()
                    .map(column -> folded(spec.schema().field(column).name()))
                    .toList();
            parts.add("PRIMARY KEY (" + String.join(", ", key) + ")");
        }
        execute("CREATE TABLE " + foldedPath(tableOption) + " (" + String.join(", ", parts) + ")");
    }

    private String url() {
        return spec.options().text(JdbcOptions.URL);
    }

    /** Runs a statement on its own. */
    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    /** A name with its schema, each part quoted in the case of names without quotes. */
    String foldedPath(String path) {
        int point = path.lastIndexOf('.');
        String table = folded(path.substring(point + 1));
        return point < 0 ? table : folded(path.substring(0, point)) + "." + table;
    }

    private String folded(String name) {
        try {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                return quoted(name);
            }
            if (metaData.storesUpperCaseIdentifiers()) {
                return quoted(name.toUpperCase(Locale.ROOT));
            }
            return quoted(metaData.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name);
        } catch (SQLException e) {
            throw JdbcErrors.of("reading the rules for names", e);
        }
    }

    private String quoted(String name) throws SQLException {
        String quote = metaData.getIdentifierQuoteString().strip();
        return quote + (quote.isEmpty() ? name : name.replace(quote, quote + quote)) + quote;
    }

    private TargetTable describe(Place place) throws SQLException {
        Map<String, Found> columns = columns(place);
        List<TargetTable.Column> written = new ArrayList<>();
        Set<String> used = new HashSet<>();
        for (Field field : spec.schema().fields()) {
            Found found = column(columns, field.name());
            if (!TypeFit.fits(field.type(), found.jdbcType(), found.size(), found.scale())) {
                throw CodedException.typeMismatch(
                                "column \"" + found.name() + "\" of table \"" + tableOption + "\"",
                                found.typeName(),
                                dialect.typeName(field.type(), false) + " or a wider type for column \"" + field.name()
                                        + "\" of \"" + spec.relation() + "\"")
                        .hint("change the table, or cast the column in the query");
            }
            used.add(found.name());
            written.add(new TargetTable.Column(quoted(found.name()), found.jdbcType()));
        }
        refuseNeeded(columns.values(), used);
        List<String> key = spec.keyColumns().stream()
                .map(index -> written.get(index).name())
                .toList();
        checkKey(place, key);
        String prefix = place.schema() == null ? "" : quoted(place.schema()) + ".";
        return new TargetTable(prefix + quoted(place.table()), prefix, written, key);
    }

    private Map<String, Found> columns(Place place) throws SQLException {
        Map<String, Found> columns = new LinkedHashMap<>();
        try (ResultSet found =
                metaData.getColumns(connection.getCatalog(), pattern(place.schema()), pattern(place.table()), "%")) {
            while (found.next()) {
                boolean needed = found.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls
                        && found.getString("COLUMN_DEF") == null
                        && !"YES".equals(found.getString("IS_AUTOINCREMENT"));
                String typeName = found.getString("TYPE_NAME");
                Found column = new Found(
                        found.getString("COLUMN_NAME"),
                        jdbcType(found.getInt("DATA_TYPE"), typeName),
                        typeName,
                        found.getInt("COLUMN_SIZE"),
                        found.getInt("DECIMAL_DIGITS"),
                        needed);
                columns.put(column.name(), column);
            }
        }
        return columns;
    }

    /** Some drivers call an instant a timestamp, and only its name tells. */
    private static int jdbcType(int type, String typeName) {
        boolean instant = type == Types.TIMESTAMP
                && (typeName.equalsIgnoreCase("timestamptz")
                        || typeName.toLowerCase(Locale.ROOT).contains("with time zone"));
        return instant ? Types.TIMESTAMP_WITH_TIMEZONE : type;
    }

    private @Nullable String pattern(@Nullable String name) throws SQLException {
        String escape = metaData.getSearchStringEscape();
        return name == null || escape == null || escape.isEmpty()
                ? name
                : name.replace(escape, escape + escape)
                        .replace("_", escape + "_")
                        .replace("%", escape + "%");
    }

    private Found column(Map<String, Found> columns, String name) {
        Found exact = columns.get(name);
        if (exact != null) {
            return exact;
        }
        return columns.values().stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> CodedException.of(
                                ErrorCode.EXTERNAL_NOT_FOUND,
                                "table \"" + tableOption + "\" has no column \"" + name + "\", which \""
                                        + spec.relation() + "\" declares")
                        .hint("its columns are " + String.join(", ", columns.keySet())));
    }

    private void refuseNeeded(Collection<Found> columns, Set<String> used) {
        for (Found column : columns) {
            if (column.needed() && !used.contains(column.name())) {
                throw CodedException.of(
                                ErrorCode.EXTERNAL_REJECTED,
                                "column \"" + column.name() + "\" of table \"" + tableOption
                                        + "\" needs a value, but is not declared in \"" + spec.relation() + "\"")
                        .hint("declare it, or give it a default in the database");
            }
        }
    }

    private void checkKey(Place place, List<String> key) throws SQLException {
        Set<String> found = new HashSet<>();
        try (ResultSet keys = metaData.getPrimaryKeys(connection.getCatalog(), place.schema(), place.table())) {
            while (keys.next()) {
                found.add(quoted(keys.getString("COLUMN_NAME")));
            }
        }
        if (!key.isEmpty() && !found.isEmpty() && !found.equals(Set.copyOf(key))) {
            throw CodedException.of(
                            ErrorCode.EXTERNAL_REJECTED,
                            "table \"" + tableOption + "\" has the primary key (" + String.join(", ", found)
                                    + "), but \"" + spec.relation() + "\" declares (" + String.join(", ", key) + ")")
                    .hint("declare the same primary key");
        }
    }
}
