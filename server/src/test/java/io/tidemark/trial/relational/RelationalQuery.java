package io.tidemark.trial.relational;

import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.grammar.Column;
import io.tidemark.trial.grammar.Relation;
import io.tidemark.trial.grammar.WindowCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A query whose text is the same for both engines.
 *
 * @param before what stands before the select list: SELECT, and WITH before it
 * @param items the select list
 * @param rest FROM and what follows
 * @param sources what it reads, or more
 */
record RelationalQuery(Phrase before, List<Item> items, Phrase rest, Set<SourceKind> sources) implements Relation {

    RelationalQuery {
        items = List.copyOf(items);
        sources = Set.copyOf(sources);
    }

    /** An expression with its column. */
    record Item(Column column, Phrase expression) {}

    @Override
    public List<Column> columns() {
        return items.stream().map(Item::column).toList();
    }

    @Override
    public String tidemark() {
        String list = items.stream()
                .map(item -> item.expression().text() + " AS " + item.column().name())
                .collect(Collectors.joining(", "));
        return before.text() + list + rest.text();
    }

    @Override
    public String duckdb() {
        return tidemark();
    }

    @Override
    public List<String> hidden() {
        return List.of();
    }

    @Override
    public Stream<WindowCall> windows() {
        return Stream.empty();
    }

    @Override
    public Stream<String> late() {
        return Stream.empty();
    }

    @Override
    public boolean lateIsKnown() {
        return true;
    }

    @Override
    public Optional<String> finalAt() {
        return Optional.empty();
    }

    @Override
    public Stream<Relation> smaller() {
        Stream<Relation> fewer = items.size() < 2
                ? Stream.empty()
                : IntStream.range(0, items.size()).mapToObj(this::without);
        Stream<Relation> less = rest.smaller().map(phrase -> new RelationalQuery(before, items, phrase, sources));
        Stream<Relation> within = IntStream.range(0, items.size())
                .boxed()
                .flatMap(i -> items.get(i)
                        .expression()
                        .smaller()
                        .map(phrase -> with(i, new Item(items.get(i).column(), phrase))));
        Stream<Relation> above = before.smaller().map(phrase -> new RelationalQuery(phrase, items, rest, sources));
        return Stream.of(fewer, less, within, above).flatMap(all -> all);
    }

    private Relation without(int index) {
        List<Item> fewer = new ArrayList<>(items);
        fewer.remove(index);
        return new RelationalQuery(before, fewer, rest, sources);
    }

    private Relation with(int index, Item item) {
        List<Item> others = new ArrayList<>(items);
        others.set(index, item);
        return new RelationalQuery(before, others, rest, sources);
    }
}
