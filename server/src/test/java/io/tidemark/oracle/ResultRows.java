package io.tidemark.oracle;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result as text, in no order.
 *
 * @param rows their values; NULL is {@code NULL}
 * @param rounded the columns whose values two engines may round differently: they are equal within two millionths
 */
public record ResultRows(List<List<String>> rows, Set<Integer> rounded) {

    private static final double TOLERANCE = 2e-6;
    private static final int SHOWN = 8;

    /** Takes what is left of a result. */
    public static ResultRows of(ResultSet result) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        Set<Integer> rounded = new HashSet<>();
        for (int i = 0; i < columns.getColumnCount(); i++) {
            int type = columns.getColumnType(i + 1);
            if (type == Types.DOUBLE || type == Types.FLOAT || type == Types.REAL || type == Types.DECIMAL) {
                rounded.add(i);
            }
        }
        List<List<String>> rows = new ArrayList<>();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                row.add(text(result.getString(i), columns.getColumnType(i)));
            }
            rows.add(row);
        }
        return new ResultRows(rows, rounded);
    }

    private static String text(@Nullable String value, int type) {
        if (value == null) {
            return "NULL";
        }
        return type == Types.TIMESTAMP && value.contains(".") ? value.replaceAll("\\.?0+$", "") : value;
    }

    /** What these rows and those that are expected differ in, or nothing. */
    public Optional<String> difference(ResultRows expected) {
        Set<Integer> inexact = new HashSet<>(rounded);
        inexact.addAll(expected.rounded);
        Map<List<String>, List<List<String>>> found = grouped(rows, inexact);
        Map<List<String>, List<List<String>>> wanted = grouped(expected.rows, inexact);
        List<List<String>> tooMany = new ArrayList<>();
        List<List<String>> missing = new ArrayList<>();
        Set<List<String>> keys = new HashSet<>(found.keySet());
        keys.addAll(wanted.keySet());
        for (List<String> key : keys) {
            List<List<String>> these = found.getOrDefault(key, List.of());
            List<List<String>> those = wanted.getOrDefault(key, List.of());
            if (!isClose(these, those, inexact)) {
                tooMany.addAll(these);
                missing.addAll(those);
            }
        }
        return tooMany.isEmpty() && missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "found and not expected " + first(tooMany) + "\nexpected and not found " + first(missing));
    }

    private static String first(List<List<String>> rows) {
        return rows.size() + " rows: " + rows.subList(0, Math.min(SHOWN, rows.size()));
    }

    /** Rows by their exact values, in the order of the others. */
    private static Map<List<String>, List<List<String>>> grouped(List<List<String>> rows, Set<Integer> inexact) {
        Map<List<String>, List<List<String>>> groups =
                new TreeMap<>(Comparator.comparing((List<String> key) -> String.join("|", key)));
        for (List<String> row : rows) {
            List<String> key = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                key.add(inexact.contains(i) ? "" : row.get(i));
            }
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
        }
        groups.values().forEach(group -> group.sort((a, b) -> compare(a, b, inexact)));
        return groups;
    }

    private static int compare(List<String> a, List<String> b, Set<Integer> inexact) {
        for (int column : inexact) {
            int order = Double.compare(number(a.get(column)), number(b.get(column)));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static double number(String text) {
        return text.equals("NULL") ? Double.NaN : Double.parseDouble(text);
    }

    private static boolean isClose(List<List<String>> these, List<List<String>> those, Set<Integer> inexact) {
        if (these.size() != those.size()) {
            return false;
        }
        for (int row = 0; row < these.size(); row++) {
            for (int column : inexact) {
                if (!isClose(these.get(row).get(column), those.get(row).get(column))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isClose(String one, String other) {
        if (one.equals("NULL") || other.equals("NULL") || one.equals(other)) {
            return one.equals(other);
        }
        double x = new BigDecimal(one).doubleValue();
        double y = new BigDecimal(other).doubleValue();
        return Math.abs(x - y) <= TOLERANCE * Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
    }
}
