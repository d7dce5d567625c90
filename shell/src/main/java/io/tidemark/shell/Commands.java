package io.tidemark.shell;

import io.tidemark.shell.format.Column;
import io.tidemark.shell.format.RowWriter;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The commands that begin with a backslash, named as in psql. */
final class Commands {

    private static final String HELP = """
            A statement ends with a semicolon and may span lines.

              \\d             list streams, tables and views
              \\d NAME        describe the columns of one
              \\dt            list tables
              \\x [on|off]    show each value on a line of its own
              \\o [FILE]      send results to a file, or back to the terminal
              \\timing [on|off]  show how long statements take
              \\?             show this
              \\q             leave (as does Ctrl-D)

            Ctrl-C ends a running statement, or clears the line.
            """;

    private static final List<Column> RELATION = List.of(
            new Column("schema", Column.Kind.TEXT),
            new Column("name", Column.Kind.TEXT),
            new Column("kind", Column.Kind.TEXT));
    private static final List<Column> COLUMN = List.of(
            new Column("column", Column.Kind.TEXT),
            new Column("type", Column.Kind.TEXT),
            new Column("nullable", Column.Kind.TEXT));

    private final Session session;

    Commands(Session session) {
        this.session = session;
    }

    /** Runs a command; false, with a message, if it is not known or its argument is wrong. */
    boolean run(String text) throws SQLException {
        String[] words = text.replaceFirst(";\\s*$", "").strip().split("\\s+", 2);
        String argument = words.length > 1 ? words[1] : null;
        switch (words[0]) {
            case "\\q" -> session.quit();
            case "\\?" -> session.console().message(HELP);
            case "\\dt" -> listRelations("TABLE");
            case "\\d" -> {
                if (argument == null) {
                    listRelations(null);
                } else {
                    return describe(unquoted(argument));
                }
            }
            case "\\x" -> {
                return onOrOff(
                        argument,
                        session.settings().isExpanded(),
                        "expanded display",
                        on -> session.settings().expanded(on));
            }
            case "\\timing" -> {
                return onOrOff(
                        argument,
                        session.settings().isTiming(),
                        "timing",
                        on -> session.settings().timing(on));
            }
            case "\\o" -> {
                return redirect(argument);
            }
            default -> {
                return wrong("there is no command \"" + words[0] + "\"; \\? lists them");
            }
        }
        return true;
    }

    private void listRelations(@Nullable String type) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        DatabaseMetaData metaData = session.connection().getMetaData();
        String[] types = type == null ? null : new String[] {type, "BASE " + type};
        try (ResultSet tables = metaData.getTables(null, null, "%", types)) {
            while (tables.next()) {
                String schema = tables.getString("TABLE_SCHEM");
                if (!isSystemSchema(schema)) {
                    rows.add(Arrays.asList(
                            schema,
                            tables.getString("TABLE_NAME"),
                            tables.getString("TABLE_TYPE").toLowerCase(Locale.ROOT)));
                }
            }
        }
        print(RELATION, rows);
    }

    private static boolean isSystemSchema(@Nullable String schema) {
        return schema != null
                && (schema.equalsIgnoreCase("sys")
                        || schema.equalsIgnoreCase("metadata")
                        || schema.equalsIgnoreCase("information_schema"));
    }

    private boolean describe(String name) throws SQLException {
        int dot = name.indexOf('.');
        String schema = dot < 0 ? null : unquoted(name.substring(0, dot));
        String relation = unquoted(name.substring(dot + 1));
        List<List<@Nullable String>> rows = columnsOf(schema, relation);
        if (rows.isEmpty()) { // Databases that match patterns by case store unquoted names in upper case.
            rows = columnsOf(schema, relation.toUpperCase(Locale.ROOT));
        }
        if (rows.isEmpty()) {
            return wrong("there is no stream, table or view \"" + name + "\"; \\d lists them");
        }
        print(COLUMN, rows);
        return true;
    }

    /** The columns of a relation. The name is a pattern to JDBC, so that others may come with it. */
    private List<List<@Nullable String>> columnsOf(@Nullable String schema, String relation) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (ResultSet columns = session.connection().getMetaData().getColumns(null, schema, relation, "%")) {
            while (columns.next()) {
                if (relation.equalsIgnoreCase(columns.getString("TABLE_NAME"))) {
                    rows.add(Arrays.asList(
                            columns.getString("COLUMN_NAME"),
                            columns.getString("TYPE_NAME"),
                            columns.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls ? "no" : "yes"));
                }
            }
        }
        return rows;
    }

    private void print(List<Column> columns, List<List<@Nullable String>> rows) {
        StringBuilder text = new StringBuilder();
        RowWriter writer = session.settings().format().writer(columns, text);
        try {
            writer.begin(rows);
            for (List<@Nullable String> row : rows) {
                writer.row(row);
            }
        } catch (IOException e) {
            throw new IllegalStateException("text cannot be appended to text", e);
        }
        session.console().result(text.toString());
    }

    private boolean onOrOff(@Nullable String argument, boolean now, String what, Consumer<Boolean> setting) {
        boolean on;
        if (argument == null) {
            on = !now;
        } else if (argument.equalsIgnoreCase("on") || argument.equalsIgnoreCase("off")) {
            on = argument.equalsIgnoreCase("on");
        } else {
            return wrong(what + " is \"" + argument + "\", expected on or off");
        }
        setting.accept(on);
        session.console().message(what + " is " + (on ? "on" : "off"));
        return true;
    }

    private boolean redirect(@Nullable String argument) {
        try {
            session.console().redirect(argument == null ? null : Path.of(argument));
            return true;
        } catch (IOException | InvalidPathException e) {
            return wrong("cannot write to \"" + argument + "\": " + e.getMessage());
        }
    }

    private boolean wrong(String message) {
        session.console().message("ERROR: " + message);
        return false;
    }

    private static String unquoted(String name) {
        return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
                ? name.substring(1, name.length() - 1)
                : name;
    }
}
