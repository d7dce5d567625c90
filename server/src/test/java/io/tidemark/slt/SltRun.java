package io.tidemark.slt;

import io.tidemark.server.ServerFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the paragraphs of one file against a server of their own and says what each gave. */
final class SltRun implements AutoCloseable {

    private static final int TIMEOUT_SECONDS = 30;
    private static final Path ROOT = Path.of(System.getProperty("tidemark.rootDirectory"));
    private static final Pattern INCLUDED = Pattern.compile("\\$\\{text of ([^}]+)}");
    private static final Instant FIRST_FILE = Instant.parse("2024-01-01T00:00:00Z");

    private final Path directory;
    private final ServerFixture server;
    private Connection connection;
    private String[] user = {};
    private int files;

    SltRun(Path directory, Map<String, String> settings) throws SQLException, IOException {
        this.directory = Files.createDirectories(directory.resolve("files"));
        this.server = new ServerFixture(directory.resolve("data"), settings);
        this.connection = server.connect();
    }

    /** Carries a paragraph out and returns what belongs after its separator. */
    List<String> run(SltRecord record) throws SQLException, IOException {
        if (record.is("file")) {
            write(record);
        } else if (record.is("query")) {
            return query(record);
        } else if (record.is("statement")) {
            return statement(record);
        } else if (record.is("restart")) {
            connection.close();
            server.restart();
            connection = newConnection();
        } else if (record.is("connect")) {
            connection.close();
            String name = record.argument("connect");
            user = name.isEmpty() ? new String[0] : name.split(" ");
            connection = newConnection();
        } else if (record.isCommand() && !record.is("cuts")) {
            throw new IllegalArgumentException("line " + record.line() + ": unknown command: " + record.head());
        }
        return List.of();
    }

    private Connection newConnection() throws SQLException {
        return user.length == 0 ? server.connect() : server.connect(user[0], user[1]);
    }

    /** A file appears at once, and with a time of its own, so that the order of files is that of the paragraphs. */
    private void write(SltRecord record) throws IOException {
        Path target = directory.resolve(record.argument("file"));
        Files.createDirectories(target.getParent());
        Path hidden = target.resolveSibling("." + target.getFileName());
        Files.write(hidden, record.body());
        Files.setLastModifiedTime(hidden, FileTime.from(FIRST_FILE.plusSeconds(files++)));
        Files.move(hidden, target);
    }

    private String sql(SltRecord record) {
        String text = INCLUDED.matcher(record.text())
                .replaceAll(included -> Matcher.quoteReplacement(content(ROOT.resolve(included.group(1)))));
        return text.replace("${dir}", directory.toString());
    }

    private static String content(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String masked(String text) {
        return text.replace(directory.toString(), "${dir}").stripTrailing();
    }

    private Statement newStatement() throws SQLException {
        Statement statement = connection.createStatement();
        statement.setQueryTimeout(TIMEOUT_SECONDS);
        return statement;
    }

    private List<String> statement(SltRecord record) throws SQLException {
        String wanted = record.argument("statement");
        try (Statement statement = newStatement()) {
            boolean hasRows = statement.execute(sql(record));
            if (wanted.equals("notice")) {
                return notices(statement);
            }
            if (wanted.startsWith("count")) {
                String count = "count " + statement.getUpdateCount();
                return count.equals(wanted) ? List.of() : List.of("instead of " + wanted + ": " + count);
            }
            if (wanted.equals("ok")) {
                return List.of();
            }
            return List.of("no error" + (hasRows ? ", but rows" : ""));
        } catch (SQLException e) {
            List<String> error = new ArrayList<>();
            error.add(e.getErrorCode() + " " + e.getSQLState());
            masked(String.valueOf(e.getMessage())).lines().forEach(error::add);
            error.replaceAll(line -> line.isBlank() ? "(empty)" : line);
            return error;
        }
    }

    private List<String> notices(Statement statement) throws SQLException {
        List<String> notices = new ArrayList<>();
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            notices.add(warning.getErrorCode() + " " + warning.getSQLState() + " " + masked(warning.getMessage()));
        }
        return notices;
    }

    private List<String> query(SltRecord record) throws SQLException {
        try (Statement statement = newStatement();
                ResultSet result = statement.executeQuery(sql(record))) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(row(result));
            }
            if (record.argument("query").contains("rowsort")) {
                Collections.sort(rows);
            }
            rows.add(0, header(result.getMetaData()));
            return rows;
        }
    }

    private static String header(ResultSetMetaData columns) throws SQLException {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i) + " " + columns.getColumnTypeName(i)
                    + (columns.isNullable(i) == ResultSetMetaData.columnNoNulls ? "!" : ""));
        }
        return "[" + String.join(", ", names) + "]";
    }

    private String row(ResultSet result) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            String value = result.getString(i);
            values.add(
                    value == null
                            ? "NULL"
                            : value.isEmpty() ? "(empty)" : masked(value).replace("\n", "\\n"));
        }
        return String.join("|", values);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        server.close();
    }
}
