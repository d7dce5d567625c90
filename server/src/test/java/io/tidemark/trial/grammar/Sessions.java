package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * SESSION of a relation whose columns don't have the names of a window's.
 *
 * @param keys the names of the columns of PARTITION BY
 * @param time the name of the event-time column
 * @param number tells windows apart, above 0
 */
record Sessions(Relation input, List<String> keys, String time, long gapMicros, int number) implements Relation {

    @Override
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        Column timeColumn = input.column(time);
        for (Column column : input.columns()) {
            columns.add(new Column(column.name(), column.type(), column.wide(), column.exact(), Optional.empty()));
        }
        columns.add(Column.of(Windowed.START, timeColumn.type()));
        Column end = Column.of(Windowed.END, timeColumn.type());
        Column last = Column.of(Windowed.LAST, timeColumn.type());
        long plus = timeColumn.closing().map(Closing::plusMicros).orElse(1L) - 1;
        boolean closed = timeColumn.closing().isPresent();
        columns.add(closed ? end.closedBy(new Closing(Windowed.END, plus, number, 0)) : end);
        columns.add(closed ? last.closedBy(new Closing(Windowed.LAST, plus + 1000, number, 1)) : last);
        return columns;
    }

    @Override
    public List<String> hidden() {
        return List.of();
    }

    private String call() {
        String by = keys.isEmpty()
                ? ""
                : " PARTITION BY " + (keys.size() == 1 ? keys.get(0) : "(" + String.join(", ", keys) + ")");
        return "SESSION(" + input.tidemarkOperand() + by + ", DESCRIPTOR(" + time + "), "
                + WindowCall.interval(gapMicros) + ")";
    }

    @Override
    public String tidemark() {
        return "SELECT * FROM TABLE(" + call() + ")";
    }

    @Override
    public String tidemarkFrom() {
        return "TABLE(" + call() + ")";
    }

    private String inTime() {
        return input.column(time).closing().map(c -> " AND NOT " + c.late()).orElse("");
    }

    @Override
    public String duckdb() {
        String names = input.columns().stream().map(Column::name).collect(Collectors.joining(", "));
        String by = keys.isEmpty() ? "" : "PARTITION BY " + String.join(", ", keys) + " ";
        String within = keys.isEmpty() ? "PARTITION BY sess_" : "PARTITION BY " + String.join(", ", keys) + ", sess_";
        String gap = "INTERVAL " + gapMicros + " MICROSECOND";
        String taken =
                "SELECT *, CASE WHEN " + time + " < LAG(" + time + ") OVER (" + by + "ORDER BY " + time + ") + " + gap
                        + " THEN 0 ELSE 1 END AS new_ FROM (" + input.duckdb() + ") AS q WHERE " + time + " IS NOT NULL"
                        + inTime();
        String numbered =
                "SELECT *, SUM(new_) OVER (" + by + "ORDER BY " + time + ") AS sess_ FROM (" + taken + ") AS q";
        String last = "MAX(" + time + ") OVER (" + within + ") + " + gap;
        return "SELECT " + names + ", MIN(" + time + ") OVER (" + within + ") AS window_start, " + last
                + " AS window_end, " + last + " - INTERVAL 1 MILLISECOND AS window_time, " + NOT_HIDDEN + " FROM ("
                + numbered + ") AS q";
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
        Stream<String> here = input.column(time).closing().stream()
                .map(c -> "SELECT src_, p_, o_ FROM (" + input.duckdb() + ") AS q WHERE " + c.late());
        return Stream.concat(input.late(), here);
    }

    @Override
    public boolean lateIsKnown() {
        return input.lateIsKnown();
    }

    @Override
    public Optional<String> finalAt() {
        return input.column(time).closing().map(c -> "epoch_us(window_end) + " + (c.plusMicros() - 1));
    }

    @Override
    public Stream<Relation> smaller() {
        Stream<Relation> below = input.smaller()
                .filter(smaller -> smaller.columns().equals(input.columns()))
                .map(smaller -> new Sessions(smaller, keys, time, gapMicros, number));
        return keys.isEmpty()
                ? below
                : Stream.concat(below, Stream.of(new Sessions(input, List.of(), time, gapMicros, number)));
    }
}
