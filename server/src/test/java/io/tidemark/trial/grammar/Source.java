package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A relation of the catalog, as it is. */
record Source(SourceKind kind) implements Relation {

    private static final Set<String> WIDE = Set.of("m", "n", "f");

    @Override
    public List<Column> columns() {
        return kind.columns().stream().map(this::column).toList();
    }

    private Column column(SourceKind.ColumnSpec spec) {
        Column column = new Column(spec.name(), spec.type(), WIDE.contains(spec.name()), true, Optional.empty());
        boolean time = spec.name().equals("ts") && kind.hasWatermark();
        return time ? column.closedBy(Closing.time("ts")) : column;
    }

    @Override
    public List<String> hidden() {
        return List.of();
    }

    @Override
    public String tidemark() {
        return "SELECT " + names() + " FROM " + kind.relation();
    }

    @Override
    public String duckdb() {
        return "SELECT " + names() + hiddenList() + " FROM " + kind.relation();
    }

    private String names() {
        return columns().stream().map(Column::name).collect(Collectors.joining(", "));
    }

    @Override
    public String tidemarkFrom() {
        return kind.relation();
    }

    @Override
    public String tidemarkOperand() {
        return "TABLE " + kind.relation();
    }

    @Override
    public String duckdbFrom() {
        return kind.relation();
    }

    @Override
    public Set<SourceKind> sources() {
        return Set.of(kind);
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
        return Optional.of("");
    }

    @Override
    public Stream<Relation> smaller() {
        return Stream.empty();
    }
}
