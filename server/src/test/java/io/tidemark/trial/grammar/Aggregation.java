package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * GROUP BY with its aggregates, or SELECT DISTINCT.
 *
 * @param input what it reads
 * @param spec the clauses
 * @param form how Tidemark's text spells the grouping
 */
record Aggregation(Relation input, Spec spec, Form form) implements Relation {

    /** The spellings. */
    enum Form {
        GROUP_BY,
        DISTINCT,
        /** {@code GROUP BY TUMBLE(ts, …)}, of an input that is a window function over a relation, with its start and end as the first keys. */
        LEGACY
    }

    /**
     * The clauses.
     *
     * @param keys the group columns
     * @param sets the grouping sets, by indexes of keys; one set of all keys is GROUP BY without more
     * @param setsText how GROUP BY spells them, with names of keys
     * @param calls the aggregates
     * @param where the condition on the input
     * @param having the condition on keys and calls, in the words of both engines
     */
    record Spec(
            List<Selection.Item> keys,
            List<List<Integer>> sets,
            String setsText,
            List<Call> calls,
            Optional<Expression> where,
            Optional<Expression> having) {

        Spec {
            keys = List.copyOf(keys);
            sets = List.copyOf(sets);
            calls = List.copyOf(calls);
        }

        boolean isPlain() {
            return sets.size() == 1 && sets.get(0).size() == keys.size();
        }
    }

    /**
     * An aggregate with a name. {@code grouping} are the indexes of keys of GROUPING, whose value DuckDB's text has as a number.
     *
     * @param expression its text, type and exactness
     */
    record Call(String name, Expression expression, List<Integer> grouping) {}

    @Override
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < spec.keys.size(); i++) {
            columns.add(keyColumn(i));
        }
        spec.calls.forEach(call -> columns.add(call.expression.as(call.name)));
        return columns;
    }

    private Column keyColumn(int index) {
        Column column = spec.keys.get(index).column();
        boolean kept =
                column.closing().filter(c -> c.column().equals(column.name())).isPresent()
                        && spec.sets.stream().allMatch(set -> set.contains(index));
        return kept
                ? column
                : new Column(column.name(), column.type(), column.wide(), column.exact(), Optional.empty());
    }

    @Override
    public List<String> hidden() {
        return List.of();
    }

    @Override
    public String tidemark() {
        String where =
                spec.where.map(condition -> " WHERE " + condition.tidemark()).orElse("");
        String having =
                spec.having.map(condition -> " HAVING " + condition.tidemark()).orElse("");
        List<String> list = new ArrayList<>();
        for (int i = 0; i < spec.keys.size(); i++) {
            list.add(keyText(i) + " AS " + spec.keys.get(i).name());
        }
        spec.calls.forEach(call -> list.add(call.expression.tidemark() + " AS " + call.name));
        String from = form == Form.LEGACY ? ((Windowed) input).input().tidemarkFrom() : input.tidemarkFrom();
        String select = form == Form.DISTINCT ? "SELECT DISTINCT " : "SELECT ";
        return select + String.join(", ", list) + " FROM " + from + where + groupBy() + having;
    }

    private String keyText(int index) {
        Windowed windowed = form == Form.LEGACY ? (Windowed) input : null;
        if (windowed != null && index < 2) {
            return windowed.call().legacy(index == 0 ? "_START" : "_END", windowed.time());
        }
        return spec.keys.get(index).expression().tidemark();
    }

    private String groupBy() {
        if (form == Form.DISTINCT || spec.keys.isEmpty()) {
            return "";
        }
        if (form == Form.LEGACY) {
            Windowed windowed = (Windowed) input;
            List<String> keys = new ArrayList<>(List.of(windowed.call().legacy("", windowed.time())));
            spec.keys
                    .subList(2, spec.keys.size())
                    .forEach(key -> keys.add(key.expression().tidemark()));
            return " GROUP BY " + String.join(", ", keys);
        }
        String text = spec.setsText;
        for (Selection.Item key : spec.keys) {
            text = text.replaceAll(
                    "\\b" + key.name() + "\\b", key.expression().tidemark().replace("$", "\\$"));
        }
        return " GROUP BY " + text;
    }

    @Override
    public String duckdb() {
        return spec.sets.stream().map(this::duckdb).collect(Collectors.joining(" UNION ALL "));
    }

    private String duckdb(List<Integer> set) {
        List<String> list = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < spec.keys.size(); i++) {
            Selection.Item key = spec.keys.get(i);
            String type = key.expression().type().duckdb();
            list.add(
                    (set.contains(i) ? key.expression().duckdb() : "CAST(NULL AS " + type + ")") + " AS " + key.name());
            if (set.contains(i)) {
                groups.add(key.expression().duckdb());
            }
        }
        for (Call call : spec.calls) {
            list.add((call.grouping.isEmpty() ? call.expression.duckdb() : grouping(call, set)) + " AS " + call.name);
        }
        String body = "SELECT " + String.join(", ", list) + " FROM " + taken(set)
                + (groups.isEmpty() ? emptyGroup() : " GROUP BY " + String.join(", ", groups));
        String having =
                spec.having.map(condition -> " WHERE " + condition.duckdb()).orElse("");
        return "SELECT *, " + NOT_HIDDEN + " FROM (" + body + ") AS q" + having;
    }

    /** SELECT DISTINCT of no rows has none, and DuckDB takes a select list without aggregates for rows. */
    private String emptyGroup() {
        return spec.calls.stream().allMatch(call -> !call.grouping.isEmpty()) ? " HAVING COUNT(*) >= 0" : "";
    }

    private static String grouping(Call call, List<Integer> set) {
        long bits = 0;
        for (int key : call.grouping) {
            bits = bits * 2 + (set.contains(key) ? 0 : 1);
        }
        return "CAST(" + bits + " AS BIGINT)";
    }

    private String taken(List<Integer> set) {
        List<String> conditions = new ArrayList<>();
        spec.where.ifPresent(condition -> conditions.add("(" + condition.duckdb() + ")"));
        closings(set).forEach(closing -> conditions.add("NOT " + closing.late()));
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        return "(SELECT * FROM (" + input.duckdb() + ") AS q" + where + ") AS q";
    }

    /** The columns that close groups of a set: of the edges of one window only one. */
    private List<Closing> closings(List<Integer> set) {
        List<Closing> closings = new ArrayList<>();
        Map<Integer, Closing> windows = new TreeMap<>();
        boolean any = spec.sets.size() > 1;
        for (int i = 0; i < spec.keys.size(); i++) {
            Optional<Closing> closing = spec.keys.get(i).expression().closingInPlace();
            if (closing.isEmpty() || !(any ? set : spec.sets.get(0)).contains(i)) {
                continue;
            }
            Closing found = closing.get();
            if (found.window() == 0 || any) {
                closings.add(found);
            } else {
                windows.merge(found.window(), found, (a, b) -> b.rank() < a.rank() ? b : a);
            }
        }
        closings.addAll(windows.values());
        return closings;
    }

    @Override
    public Set<SourceKind> sources() {
        return input.sources();
    }

    @Override
    public Stream<WindowCall> windows() {
        return input.windows();
    }

    @Override
    public Stream<String> late() {
        Stream<String> here = spec.sets.stream()
                .filter(set -> !closings(set).isEmpty())
                .map(set -> "SELECT src_, p_, o_ FROM (" + input.duckdb() + ") AS q WHERE ("
                        + closings(set).stream().map(Closing::late).collect(Collectors.joining(" OR ")) + ")"
                        + spec.where
                                .map(condition -> " AND (" + condition.duckdb() + ")")
                                .orElse(""));
        return Stream.concat(input.late(), here);
    }

    @Override
    public boolean lateIsKnown() {
        return input.lateIsKnown()
                && (spec.having.isEmpty() || spec.calls.isEmpty() || !havingOnKeys())
                && (spec.where.isEmpty() || input.late().findAny().isEmpty());
    }

    private boolean havingOnKeys() {
        return spec.having
                .filter(condition ->
                        spec.keys.stream().anyMatch(key -> condition.duckdb().contains(key.name())))
                .isPresent();
    }

    @Override
    public Optional<String> finalAt() {
        List<Column> columns = columns();
        boolean growsOnly = spec.isPlain() && spec.calls.isEmpty();
        if (growsOnly) {
            return input.finalAt().filter(String::isEmpty);
        }
        if (!spec.isPlain() || input.finalAt().isEmpty()) {
            return Optional.empty();
        }
        List<String> bounds = columns.stream()
                .limit(spec.keys.size())
                .flatMap(column -> column.closing().stream())
                .map(Closing::bound)
                .toList();
        return bounds.isEmpty() ? Optional.empty() : Optional.of("LEAST(" + String.join(", ", bounds) + ")");
    }

    @Override
    public Stream<Relation> smaller() {
        Stream<Relation> fewerCalls = spec.calls.size() + spec.keys.size() < 2 || spec.having.isPresent()
                ? Stream.empty()
                : IntStream.range(0, spec.calls.size()).mapToObj(i -> with(spec.sets, spec.setsText, withoutCall(i)));
        Stream<Relation> noHaving = spec.having.isEmpty()
                ? Stream.empty()
                : Stream.of(
                        with(new Spec(spec.keys, spec.sets, spec.setsText, spec.calls, spec.where, Optional.empty())));
        Stream<Relation> noWhere = spec.where.isEmpty()
                ? Stream.empty()
                : Stream.of(
                        with(new Spec(spec.keys, spec.sets, spec.setsText, spec.calls, Optional.empty(), spec.having)));
        Stream<Relation> below = form == Form.LEGACY
                ? Stream.empty()
                : input.smaller()
                        .filter(smaller -> smaller.columns().equals(input.columns())
                                && smaller.hidden().equals(input.hidden()))
                        .map(smaller -> new Aggregation(smaller, spec, form));
        return Stream.of(Stream.of(input), fewerCalls, noHaving, noWhere, below).flatMap(all -> all);
    }

    private List<Call> withoutCall(int index) {
        List<Call> fewer = new ArrayList<>(spec.calls);
        fewer.remove(index);
        return fewer;
    }

    private Relation with(List<List<Integer>> sets, String setsText, List<Call> calls) {
        return with(new Spec(spec.keys, sets, setsText, calls, spec.where, spec.having));
    }

    private Relation with(Spec changed) {
        return new Aggregation(input, changed, form);
    }
}
