package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** INTERSECT or EXCEPT of two inputs without hidden columns of their own, whose columns have the same types and names and are exact. */
record SetOperation(Relation left, Relation right, Kind kind, boolean all) implements Relation {

    /** The words. */
    enum Kind {
        INTERSECT,
        EXCEPT
    }

    private Union both() {
        return new Union(List.of(left, right));
    }

    @Override
    public List<Column> columns() {
        return both().columns();
    }

    @Override
    public List<String> hidden() {
        return List.of();
    }

    private String words() {
        return kind + (all ? " ALL " : " ");
    }

    @Override
    public String tidemark() {
        return left.tidemark() + " " + words() + right.tidemark();
    }

    @Override
    public String duckdb() {
        return "SELECT *, " + NOT_HIDDEN + " FROM (" + taken(left) + " " + words() + taken(right) + ") AS q";
    }

    private String taken(Relation input) {
        String names = columns().stream().map(Column::name).collect(Collectors.joining(", "));
        String late = tooLate();
        return "SELECT " + names + " FROM (" + input.duckdb() + ") AS q" + (late.isEmpty() ? "" : " WHERE NOT " + late);
    }

    /** The condition by which a row of either input is late; empty if none can be. */
    private String tooLate() {
        String late = columns().stream()
                .flatMap(column -> column.closing().stream())
                .map(Closing::late)
                .collect(Collectors.joining(" OR "));
        return late.isEmpty() ? "" : "(" + late + ")";
    }

    @Override
    public Set<SourceKind> sources() {
        return both().sources();
    }

    @Override
    public Stream<WindowCall> windows() {
        return both().windows();
    }

    @Override
    public Stream<String> late() {
        String late = tooLate();
        Stream<String> here = Stream.of(left, right)
                .filter(input -> !late.isEmpty())
                .map(input -> "SELECT src_, p_, o_ FROM (" + input.duckdb() + ") AS q WHERE " + late);
        return Stream.concat(both().late(), here);
    }

    @Override
    public boolean lateIsKnown() {
        return both().lateIsKnown();
    }

    @Override
    public Optional<String> finalAt() {
        Optional<String> below = both().finalAt();
        if (kind == Kind.INTERSECT || below.isEmpty()) {
            return below;
        }
        List<String> bounds = columns().stream()
                .flatMap(column -> column.closing().stream())
                .map(Closing::bound)
                .toList();
        return bounds.isEmpty() ? Optional.empty() : Optional.of("LEAST(" + String.join(", ", bounds) + ")");
    }

    @Override
    public Stream<Relation> smaller() {
        return Stream.of(left, right);
    }
}
