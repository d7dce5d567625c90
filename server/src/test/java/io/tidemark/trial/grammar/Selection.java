package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * SELECT without GROUP BY.
 *
 * @param input what it reads
 * @param items the select list
 * @param where the condition, if there is one
 * @param with whether the input stands in WITH instead of in FROM
 */
record Selection(Relation input, List<Item> items, Optional<Expression> where, boolean with) implements Relation {

    Selection {
        items = List.copyOf(items);
    }

    /** An expression with a name. */
    record Item(String name, Expression expression) {

        Column column() {
            return expression.as(name);
        }

        /** A column under its own name. */
        static Item of(Column column) {
            return new Item(column.name(), column.expression());
        }
    }

    /** The columns named, as they are. */
    static Selection of(Relation input, List<String> names) {
        return new Selection(
                input, names.stream().map(input::column).map(Item::of).toList(), Optional.empty(), false);
    }

    @Override
    public List<Column> columns() {
        return items.stream().map(Item::column).toList();
    }

    @Override
    public List<String> hidden() {
        // What closes a column under its old name has to stay, as a hidden one, where that column goes.
        List<String> hidden = new ArrayList<>(input.hidden());
        items.stream()
                .flatMap(item -> item.column().closing().stream())
                .map(Closing::column)
                .filter(name -> items.stream().noneMatch(item -> item.name().equals(name)))
                .filter(name -> !hidden.contains(name))
                .distinct()
                .forEach(hidden::add);
        return hidden;
    }

    @Override
    public String tidemark() {
        String list = items.stream()
                .map(item -> item.expression().tidemark() + " AS " + item.name())
                .collect(Collectors.joining(", "));
        String head = with ? "WITH q AS (" + input.tidemark() + ") " : "";
        String from = with ? "q" : input.tidemarkFrom();
        return head + "SELECT " + list + " FROM " + from
                + where.map(condition -> " WHERE " + condition.tidemark()).orElse("");
    }

    @Override
    public String duckdb() {
        String list = items.stream()
                .map(item -> item.expression().duckdb() + " AS " + item.name())
                .collect(Collectors.joining(", "));
        return "SELECT " + list + hiddenList() + " FROM " + input.duckdbFrom()
                + where.map(condition -> " WHERE " + condition.duckdb()).orElse("");
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
        return input.lateIsKnown() && (where.isEmpty() || input.late().findAny().isEmpty());
    }

    @Override
    public Optional<String> finalAt() {
        Optional<String> below = input.finalAt();
        if (below.isEmpty() || below.get().isEmpty()) {
            return below;
        }
        return columns().stream()
                .flatMap(column ->
                        column.closing().stream().filter(c -> c.column().equals(column.name())))
                .map(Closing::bound)
                .findFirst();
    }

    @Override
    public Stream<Relation> smaller() {
        Stream<Relation> without =
                where.isEmpty() ? Stream.empty() : Stream.of(new Selection(input, items, Optional.empty(), with));
        Stream<Relation> fewer = items.size() < 2
                ? Stream.empty()
                : IntStream.range(0, items.size()).mapToObj(this::without);
        Stream<Relation> below = input.smaller()
                .filter(smaller -> smaller.columns().equals(input.columns()))
                .map(smaller -> new Selection(smaller, items, where, with));
        Stream<Relation> plain = with ? Stream.of(new Selection(input, items, where, false)) : Stream.empty();
        return Stream.of(Stream.of(input), without, fewer, below, plain).flatMap(all -> all);
    }

    private Relation without(int index) {
        List<Item> fewer = new ArrayList<>(items);
        fewer.remove(index);
        return new Selection(input, fewer, where, with);
    }
}
