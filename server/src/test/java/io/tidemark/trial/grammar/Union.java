package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** UNION ALL of inputs without hidden columns of their own, whose columns have the same types and names. */
record Union(List<Relation> inputs) implements Relation {

    Union {
        inputs = List.copyOf(inputs);
    }

    @Override
    public List<Column> columns() {
        return IntStream.range(0, inputs.get(0).columns().size())
                .mapToObj(this::column)
                .toList();
    }

    private Column column(int index) {
        List<Column> all =
                inputs.stream().map(input -> input.columns().get(index)).toList();
        Column first = all.get(0);
        boolean closed = all.stream().allMatch(column -> column.closing().isPresent());
        return new Column(
                first.name(),
                first.type(),
                all.stream().anyMatch(Column::wide),
                all.stream().allMatch(Column::exact),
                closed ? weakest(all) : Optional.empty());
    }

    /** The closing that needs the greatest watermark: it is true of all. */
    private static Optional<Closing> weakest(List<Column> all) {
        return all.stream()
                .flatMap(column -> column.closing().stream())
                .reduce((a, b) -> a.plusMicros() >= b.plusMicros() ? a : b);
    }

    @Override
    public List<String> hidden() {
        return List.of();
    }

    @Override
    public String tidemark() {
        return inputs.stream().map(Relation::tidemark).collect(Collectors.joining(" UNION ALL "));
    }

    @Override
    public String duckdb() {
        return inputs.stream().map(Relation::duckdb).collect(Collectors.joining(" UNION ALL "));
    }

    @Override
    public Set<SourceKind> sources() {
        return inputs.stream().flatMap(input -> input.sources().stream()).collect(Collectors.toSet());
    }

    @Override
    public Stream<WindowCall> windows() {
        return inputs.stream().flatMap(Relation::windows);
    }

    @Override
    public Stream<String> late() {
        return inputs.stream().flatMap(Relation::late);
    }

    @Override
    public boolean lateIsKnown() {
        return inputs.stream().allMatch(Relation::lateIsKnown);
    }

    @Override
    public Optional<String> finalAt() {
        boolean atOnce = inputs.stream()
                .allMatch(input -> input.finalAt().filter(String::isEmpty).isPresent());
        return atOnce ? Optional.of("") : Optional.empty();
    }

    @Override
    public Stream<Relation> smaller() {
        Stream<Relation> parts = inputs.stream();
        Stream<Relation> fewer = inputs.size() < 3
                ? Stream.empty()
                : IntStream.range(0, inputs.size()).mapToObj(this::without);
        return Stream.concat(parts, fewer);
    }

    private Relation without(int index) {
        List<Relation> fewer = new ArrayList<>(inputs);
        fewer.remove(index);
        return new Union(fewer);
    }
}
