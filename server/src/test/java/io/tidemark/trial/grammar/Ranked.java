package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Functions with OVER of a relation, and a filter on the first of them. Rows are ordered by all columns in the end, so that only equal ones tie, since
 * DuckDB orders rows that tie as it likes.
 *
 * @param partition the names of the columns of PARTITION BY
 * @param order the columns of ORDER BY, each with its direction and where NULL is
 * @param calls the functions, with what stands in OVER behind PARTITION BY
 * @param filter what the first function is compared with, such as {@code <= 2}; empty for all rows
 */
record Ranked(Relation input, List<String> partition, List<String> order, List<Call> calls, Optional<String> filter)
        implements Relation {

    Ranked {
        partition = List.copyOf(partition);
        order = List.copyOf(order);
        calls = List.copyOf(calls);
    }

    /**
     * A function.
     *
     * @param text such as {@code LAG(v)}
     * @param total whether the order has to be that of all columns, since the result depends on how ties are broken
     * @param frame the frame's text, or ""
     */
    record Call(String name, String text, Type type, boolean total, String frame) {}

    @Override
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        for (Column column : input.columns()) {
            columns.add(new Column(column.name(), column.type(), column.wide(), column.exact(), Optional.empty()));
        }
        calls.forEach(call -> columns.add(new Column(call.name, call.type, true, true, Optional.empty())));
        return columns;
    }

    @Override
    public List<String> hidden() {
        return List.of();
    }

    private String list() {
        return Stream.concat(
                        input.columns().stream().map(Column::name),
                        calls.stream().map(call -> call.text + " OVER (" + window(call) + ") AS " + call.name))
                .collect(Collectors.joining(", "));
    }

    private String window(Call call) {
        List<String> by = new ArrayList<>(order);
        if (call.total) {
            input.columns().forEach(column -> by.add(column.name() + " NULLS LAST"));
        }
        return Stream.of(
                        partition.isEmpty() ? "" : "PARTITION BY " + String.join(", ", partition),
                        by.isEmpty() ? "" : "ORDER BY " + String.join(", ", by),
                        call.frame)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private String where() {
        return filter.map(text -> " WHERE " + calls.get(0).name + " " + text).orElse("");
    }

    @Override
    public String tidemark() {
        String inner = "SELECT " + list() + " FROM " + input.tidemarkFrom();
        return filter.isEmpty() ? inner : "SELECT * FROM (" + inner + ") AS ranked" + where();
    }

    @Override
    public String duckdb() {
        return "SELECT *, " + NOT_HIDDEN + " FROM (SELECT " + list() + " FROM " + input.duckdbFrom() + ") AS ranked"
                + where();
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
        return input.late();
    }

    @Override
    public boolean lateIsKnown() {
        return input.lateIsKnown();
    }

    @Override
    public Optional<String> finalAt() {
        return Optional.empty();
    }

    @Override
    public Stream<Relation> smaller() {
        Stream<Relation> below = input.smaller()
                .filter(smaller -> smaller.columns().equals(input.columns()))
                .map(smaller -> new Ranked(smaller, partition, order, calls, filter));
        Stream<Relation> fewer = calls.size() < 2
                ? Stream.empty()
                : IntStream.range(filter.isPresent() ? 1 : 0, calls.size()).mapToObj(this::without);
        Stream<Relation> plain = filter.isPresent()
                ? Stream.of(new Ranked(input, partition, order, calls, Optional.empty()))
                : Stream.empty();
        return Stream.of(below, fewer, plain).flatMap(all -> all);
    }

    private Relation without(int index) {
        List<Call> fewer = new ArrayList<>(calls);
        fewer.remove(index);
        return new Ranked(input, partition, order, fewer, filter);
    }
}
