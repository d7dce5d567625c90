package io.tidemark.trial.oracle;

import io.tidemark.trial.grammar.Column;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares rows without regard to order. Numbers that both engines must get exactly are equal by value; of others, such as averages and variances, a
 * billionth may differ, or a millionth where a DECIMAL average has been rounded.
 */
public final class Comparison {

    private static final double TOLERANCE = 2e-6;

    private final List<Column> columns;

    /** A comparison of rows with these columns. */
    public Comparison(List<Column> columns) {
        this.columns = columns;
    }

    /** What differs, or nothing. */
    public Optional<String> difference(List<List<Object>> found, List<List<Object>> expected) {
        Map<List<Object>, List<List<Object>>> wanted = new LinkedHashMap<>();
        expected.forEach(row ->
                wanted.computeIfAbsent(exact(row), key -> new ArrayList<>()).add(row));
        List<List<Object>> tooMany = new ArrayList<>();
        for (List<Object> row : found) {
            List<List<Object>> candidates = wanted.getOrDefault(exact(row), List.of());
            Optional<List<Object>> match =
                    candidates.stream().filter(other -> isClose(row, other)).findFirst();
            match.ifPresentOrElse(candidates::remove, () -> tooMany.add(row));
        }
        List<List<Object>> missing =
                wanted.values().stream().flatMap(List::stream).toList();
        if (tooMany.isEmpty() && missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("found and not expected " + first(tooMany) + "\nexpected and not found " + first(missing));
    }

    /** Which rows are not among others. */
    public Optional<String> notAmong(List<List<Object>> found, List<List<Object>> all) {
        Map<List<Object>, List<List<Object>>> there = new LinkedHashMap<>();
        all.forEach(row ->
                there.computeIfAbsent(exact(row), key -> new ArrayList<>()).add(row));
        List<List<Object>> tooMany = new ArrayList<>();
        for (List<Object> row : found) {
            List<List<Object>> candidates = there.getOrDefault(exact(row), List.of());
            Optional<List<Object>> match =
                    candidates.stream().filter(other -> isClose(row, other)).findFirst();
            match.ifPresentOrElse(candidates::remove, () -> tooMany.add(row));
        }
        return tooMany.isEmpty()
                ? Optional.empty()
                : Optional.of("found and not in the final result " + first(tooMany));
    }

    private static String first(List<List<Object>> rows) {
        return rows.size() + " rows: " + rows.subList(0, Math.min(12, rows.size()));
    }

    private List<Object> exact(List<Object> row) {
        List<Object> key = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            key.add(columns.get(i).exact() ? canonical(row.get(i)) : row.get(i) == null);
        }
        return key;
    }

    private static @Nullable Object canonical(@Nullable Object value) {
        if (value instanceof BigDecimal number) {
            return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        }
        return value;
    }

    private boolean isClose(List<Object> row, List<Object> other) {
        for (int i = 0; i < row.size(); i++) {
            if (!columns.get(i).exact() && !isClose(row.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isClose(@Nullable Object a, @Nullable Object b) {
        if (!(a instanceof Number one) || !(b instanceof Number other)) {
            return Objects.equals(a, b);
        }
        double x = one.doubleValue();
        double y = other.doubleValue();
        return Double.compare(x, y) == 0
                || Math.abs(x - y) <= TOLERANCE * Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
    }
}
