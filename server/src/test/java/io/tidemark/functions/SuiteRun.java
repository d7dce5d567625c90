package io.tidemark.functions;

import io.tidemark.server.ServerFixture;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks run on a server of its own, and what did not hold in words. */
final class SuiteRun implements AutoCloseable {

    private static final int BATCH = 12;
    private static final double TOLERANCE = 1e-12;

    private final ServerFixture server;
    private final Connection tidemark;
    private final Connection duckdb;
    private final List<String> failures = new ArrayList<>();

    SuiteRun(Path directory) throws SQLException {
        server = new ServerFixture(directory, Map.of());
        tidemark = server.connect();
        duckdb = DriverManager.getConnection("jdbc:duckdb:");
    }

    /** What did not hold. */
    List<String> failures() {
        return failures;
    }

    /** Asks both engines about all samples, several expressions at once. */
    void compare(List<Check.Compared> checks) throws SQLException {
        execute(tidemark, Samples.statements(true));
        execute(duckdb, Samples.statements(false));
        Map<String, List<Check.Compared>> byCondition = checks.stream()
                .collect(Collectors.groupingBy(Check.Compared::where, LinkedHashMap::new, Collectors.toList()));
        for (List<Check.Compared> same : byCondition.values()) {
            for (int from = 0; from < same.size(); from += BATCH) {
                compareTogether(same.subList(from, Math.min(same.size(), from + BATCH)));
            }
        }
    }

    private void compareTogether(List<Check.Compared> checks) throws SQLException {
        List<List<String>> found;
        List<List<String>> expected;
        try {
            found = rows(
                    tidemark, select(checks.stream().map(Check.Compared::sql).toList(), checks.get(0)));
            expected = rows(
                    duckdb, select(checks.stream().map(Check.Compared::duckdb).toList(), checks.get(0)));
        } catch (SQLException failed) {
            if (checks.size() == 1) {
                failures.add(checks.get(0) + " fails: " + failed.getMessage());
            } else {
                for (Check.Compared check : checks) {
                    compareTogether(List.of(check));
                }
            }
            return;
        }
        if (found.size() != expected.size() && checks.size() > 1) {
            for (Check.Compared check : checks) {
                compareTogether(List.of(check));
            }
            return;
        }
        for (List<String> row : expected) {
            List<String> same = found.stream()
                    .filter(one -> one.get(0).equals(row.get(0)))
                    .findFirst()
                    .orElse(Collections.nCopies(row.size(), "a bad row"));
            for (int column = 1; column < row.size(); column++) {
                if (!same(same.get(column), row.get(column))) {
                    failures.add(checks.get(column - 1) + " of sample " + row.get(0) + " is [" + same.get(column)
                            + "], and DuckDB gives [" + row.get(column) + "]");
                }
            }
        }
    }

    private static String select(List<String> expressions, Check.Compared check) {
        String where = check.where().isEmpty() ? "" : " WHERE " + check.where();
        return "SELECT k, " + String.join(", ", expressions) + " FROM samples" + where;
    }

    /** Works values out over columns and of literals. */
    void work(List<Check.Worked> checks) throws SQLException {
        List<LiftedLiterals> lifted = lift(checks);
        for (int from = 0; from < checks.size(); from += BATCH) {
            workTogether(checks, lifted, from, Math.min(checks.size(), from + BATCH));
        }
    }

    private void workTogether(List<Check.Worked> checks, List<LiftedLiterals> lifted, int from, int to)
            throws SQLException {
        List<Check.Worked> some = checks.subList(from, to);
        try {
            List<List<String>> columns = rows(tidemark, overColumns(lifted, from, to));
            List<List<String>> literals = rows(
                    tidemark,
                    "SELECT "
                            + some.stream()
                                    .map(check -> LiftedLiterals.literal(check.sql()))
                                    .collect(Collectors.joining(", ")));
            if (literals.isEmpty() && some.size() > 1) {
                throw new SQLException("one of the literals' values is an error");
            }
            for (int i = from; i < to; i++) {
                String id = Integer.toString(i);
                int column = i - from;
                String found = columns.stream()
                        .filter(row -> row.get(0).equals(id))
                        .map(row -> row.get(column + 1))
                        .findFirst()
                        .orElse("a bad row");
                expect(checks.get(i), "over columns", found);
                expect(
                        checks.get(i),
                        "of literals",
                        literals.isEmpty() ? "a bad row" : literals.get(0).get(column));
            }
        } catch (SQLException failed) {
            if (some.size() == 1) {
                failures.add(some.get(0) + " fails: " + failed.getMessage());
            } else {
                int middle = (from + to) / 2;
                workTogether(checks, lifted, from, middle);
                workTogether(checks, lifted, middle, to);
            }
        }
    }

    /** Each expression computed for its own row alone. */
    private static String overColumns(List<LiftedLiterals> lifted, int from, int to) {
        List<String> columns = new ArrayList<>();
        for (int i = from; i < to; i++) {
            columns.add("CASE WHEN id = " + i + " THEN " + lifted.get(i).sql() + " END");
        }
        return "SELECT id, " + String.join(", ", columns) + " FROM arguments WHERE id >= " + from + " AND id < " + to;
    }

    /** Works out what has to fail. */
    void fail(List<Check.Failing> checks) throws SQLException {
        List<LiftedLiterals> lifted = lift(checks);
        for (int from = 0; from < checks.size(); from += BATCH) {
            int to = Math.min(checks.size(), from + BATCH);
            for (List<String> row : rows(tidemark, overColumns(lifted, from, to))) {
                failures.add(checks.get(Integer.parseInt(row.get(0))) + " over columns is one of " + row);
            }
        }
        for (Check.Failing check : checks) {
            expectError(check, "SELECT " + LiftedLiterals.literal(check.sql()));
        }
    }

    private List<LiftedLiterals> lift(List<? extends Check> checks) throws SQLException {
        List<LiftedLiterals> lifted =
                checks.stream().map(check -> LiftedLiterals.of(check.sql())).toList();
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < lifted.size(); i++) {
            rows.add("(" + i + ", " + lifted.get(i).row() + ")");
        }
        execute(
                tidemark,
                List.of(
                        "CREATE TABLE arguments (id INT NOT NULL, " + LiftedLiterals.definitions()
                                + ", PRIMARY KEY (id))",
                        "INSERT INTO arguments VALUES " + String.join(", ", rows)));
        return lifted;
    }

    private void expect(Check.Worked check, String how, String found) {
        if (!same(found, check.expected().equals("''") ? "" : check.expected())) {
            failures.add(check + " " + how + " is [" + found + "]");
        }
    }

    /** No row, but a bad one, or none at all where the value is worked out beforehand. */
    private void expectError(Check.Failing check, String sql) {
        try {
            List<List<String>> rows = rows(tidemark, sql);
            if (!rows.isEmpty()) {
                failures.add(check + " is " + rows);
            }
        } catch (SQLException failed) {
            if (!String.valueOf(failed.getSQLState()).startsWith("22")) {
                failures.add(check + " fails with " + failed.getSQLState() + ": " + failed.getMessage());
            }
        }
    }

    /** Whether two texts are of the same value: numbers up to a rounding, times whatever zeros are at their end. */
    static boolean same(String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        if (isNumber(one) && isNumber(other)) {
            BigDecimal a = new BigDecimal(one);
            BigDecimal b = new BigDecimal(other);
            boolean approximate = one.contains("E") || other.contains("E") || a.scale() > 6 || b.scale() > 6;
            return a.compareTo(b) == 0
                    || (approximate
                            && Math.abs(a.doubleValue() - b.doubleValue())
                                    <= TOLERANCE * Math.max(1e-3, Math.abs(b.doubleValue())));
        }
        return isTime(one) && isTime(other) && withoutZeros(one).equals(withoutZeros(other));
    }

    private static boolean isNumber(String text) {
        return text.matches("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");
    }

    private static boolean isTime(String text) {
        return text.matches(".*[0-9]:[0-9][0-9]:[0-9][0-9](\\.[0-9]+)?");
    }

    private static String withoutZeros(String time) {
        return time.contains(".") ? time.replaceAll("\\.?0+$", "") : time;
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<List<String>> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<List<String>> found = new ArrayList<>();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    String value = rows.getString(i);
                    row.add(value == null ? "NULL" : value);
                }
                found.add(row);
            }
            Collections.sort(found, java.util.Comparator.comparing(row -> row.get(0)));
            return found;
        }
    }

    @Override
    public void close() throws SQLException {
        tidemark.close();
        duckdb.close();
        server.close();
    }
}
