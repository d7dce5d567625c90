package io.tidemark.trial.oracle;

import io.tidemark.trial.data.Lane;
import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.TrialData;
import io.tidemark.trial.data.Type;
import io.tidemark.trial.grammar.Column;
import io.tidemark.trial.grammar.Question;
import io.tidemark.trial.grammar.Relation;
import io.tidemark.trial.grammar.WindowCall;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB in this process. For each source it has a table of all rows that there ever were, with the checks between which they were there, and the
 * watermark of their partition just before them; and a view of what is there at a check.
 */
public final class Oracle implements AutoCloseable {

    private final DuckDBConnection connection;
    private @Nullable Question asked;
    private @Nullable PreparedStatement statement;

    /** Opens one. Much faster with one thread, as there are few rows. */
    public Oracle() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("threads", "1");
        connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", properties);
        execute("PRAGMA disable_optimizer");
        for (SourceKind source : SourceKind.values()) {
            String columns = source.columns().stream()
                    .map(column -> column.name() + " " + column.type().duckdb())
                    .collect(Collectors.joining(", "));
            execute("CREATE TABLE " + log(source) + " (" + columns
                    + ", src_ VARCHAR, p_ INT, o_ INT, wm_ BIGINT, born_ INT, died_ INT)");
            execute("CREATE VIEW " + source.relation() + " AS SELECT * FROM " + log(source)
                    + " WHERE born_ <= getvariable('check') AND died_ > getvariable('check')");
        }
    }

    private static String log(SourceKind source) {
        return source.relation() + "_log";
    }

    private void execute(String sql) throws SQLException {
        try (Statement plain = connection.createStatement()) {
            plain.execute(sql);
        }
    }

    /** The answers to a question over data. */
    public Answers answers(Question question, TrialData data) throws SQLException {
        execute("SET VARIABLE \"check\" = 0");
        if (!question.equals(asked)) {
            prepare(question);
        }
        load(data);
        List<Answers.Answer> answers = new ArrayList<>();
        for (int check = 0; check < data.checks().size(); check++) {
            execute("SET VARIABLE \"check\" = " + check);
            answers.add(answer(question.relation(), data, check));
        }
        return new Answers(answers, late(question.relation()));
    }

    private void prepare(Question question) throws SQLException {
        for (WindowCall call : question.windows()) {
            String table = "w" + call.number();
            execute("CREATE OR REPLACE TABLE " + table
                    + " (window_start TIMESTAMP, window_end TIMESTAMP, last_end TIMESTAMP)");
            List<WindowCalendar.Window> windows = WindowCalendar.windows(call, question.zone(), question.shape());
            try (DuckDBAppender rows = connection.createAppender("main", table)) {
                for (WindowCalendar.Window window : windows) {
                    long last = windows.stream()
                            .filter(other -> other.start() == window.start())
                            .mapToLong(WindowCalendar.Window::end)
                            .max()
                            .orElseThrow();
                    rows.beginRow();
                    rows.append(WindowCalendar.text(window.start()));
                    rows.append(WindowCalendar.text(window.end()));
                    rows.append(WindowCalendar.text(last));
                    rows.endRow();
                }
            }
        }
        if (statement != null) {
            statement.close();
        }
        statement = connection.prepareStatement(query(question.relation()));
        asked = question;
    }

    /** The query with its values as numbers and text, and the watermark that makes each row final. */
    private static String query(Relation relation) {
        String list = relation.columns().stream()
                .map(column -> value(column) + " AS " + column.name())
                .collect(Collectors.joining(", "));
        String bound = relation.finalAt()
                .map(at -> at.isEmpty() ? "CAST(NULL AS BIGINT)" : at)
                .orElse("0");
        return "SELECT " + list + ", " + bound + " AS final_at_ FROM (" + relation.duckdb() + ") AS q";
    }

    private static String value(Column column) {
        String name = column.name();
        return switch (column.type()) {
            case BOOLEAN, INT, BIGINT -> "CAST(" + name + " AS BIGINT)";
            case DATE -> "CAST(" + name + " - DATE '1970-01-01' AS BIGINT)";
            case TIMESTAMP, INSTANT -> "epoch_us(" + name + ")";
            case DOUBLE, DECIMAL, TEXT -> name;
        };
    }

    private void load(TrialData data) throws SQLException {
        for (SourceKind source : SourceKind.values()) {
            execute("TRUNCATE " + log(source));
        }
        for (int lane = 0; lane < data.lanes().size(); lane++) {
            load(data, lane);
        }
    }

    private void load(TrialData data, int number) throws SQLException {
        Lane lane = data.lanes().get(number);
        List<Lane.Version> versions = lane.versions();
        Long watermark = null;
        try (DuckDBAppender rows = connection.createAppender("main", log(lane.source()))) {
            for (Lane.Version version : versions) {
                rows.beginRow();
                List<SourceKind.ColumnSpec> columns = lane.source().columns();
                for (int i = 0; i < columns.size(); i++) {
                    append(rows, columns.get(i).type(), version.values().get(i));
                }
                rows.append(lane.source().relation());
                rows.append(lane.partition());
                rows.append(version.born());
                if (watermark == null) {
                    rows.appendNull();
                } else {
                    rows.append(watermark.longValue());
                }
                rows.append(data.firstCheckAfter(number, version.born()));
                rows.append(
                        version.died() == Integer.MAX_VALUE
                                ? Integer.MAX_VALUE
                                : data.firstCheckAfter(number, version.died()));
                rows.endRow();
                watermark = Watermarks.after(watermark, lane.source(), version.values(), asked.shape());
            }
        }
    }

    private static void append(DuckDBAppender rows, Type type, @Nullable Object value) throws SQLException {
        if (value == null) {
            rows.appendNull();
            return;
        }
        switch (type) {
            case BOOLEAN -> rows.append(((Boolean) value).booleanValue());
            case INT -> rows.append(((Long) value).intValue());
            case BIGINT -> rows.append(((Long) value).longValue());
            case DOUBLE -> rows.append(((Double) value).doubleValue());
            case DECIMAL -> rows.append((BigDecimal) value);
            case TEXT -> rows.append((String) value);
            case DATE -> rows.append(java.time.LocalDate.ofEpochDay((Long) value));
            case TIMESTAMP, INSTANT -> rows.append(WindowCalendar.text((Long) value));
        }
    }

    private Answers.Answer answer(Relation relation, TrialData data, int check) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        List<List<Object>> finals = new ArrayList<>();
        long watermark = Watermarks.of(data, data.checks().get(check), asked.shape());
        try (ResultSet result = statement.executeQuery()) {
            int columns = relation.columns().size();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(read(result.getObject(i)));
                }
                rows.add(row);
                long bound = result.getLong(columns + 1);
                if (result.wasNull() || bound <= watermark) {
                    finals.add(row);
                }
            }
        }
        return new Answers.Answer(rows, relation.finalAt().map(known -> finals));
    }

    private static @Nullable Object read(@Nullable Object value) {
        if (value instanceof BigInteger whole) {
            return new BigDecimal(whole);
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        return value instanceof Double number ? (Double) (number + 0.0) : value;
    }

    private Optional<Set<String>> late(Relation relation) throws SQLException {
        if (!relation.lateIsKnown()) {
            return Optional.empty();
        }
        Set<String> late = new HashSet<>();
        for (String sql : relation.late().toList()) {
            try (Statement plain = connection.createStatement();
                    ResultSet rows = plain.executeQuery(sql)) {
                while (rows.next()) {
                    late.add(rows.getString(1) + " " + rows.getInt(2) + ":" + rows.getInt(3));
                }
            }
        }
        return Optional.of(late);
    }

    /** The text that DuckDB is asked, for reports. */
    public static String text(Question question) {
        return query(question.relation());
    }

    /** The connection, for tests of this package. */
    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
