package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * TUMBLE, HOP or CUMULATE of a relation whose columns don't have the names of a window's.
 *
 * @param time the name of the event-time column
 */
record Windowed(Relation input, WindowCall call, String time) implements Relation {

    static final String START = "window_start";
    static final String END = "window_end";
    static final String LAST = "window_time";

    @Override
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>(input.columns());
        Column timeColumn = input.column(time);
        for (String name : List.of(START, END, LAST)) {
            Column edge = Column.of(name, timeColumn.type());
            columns.add(timeColumn
                    .closing()
                    .map(c -> edge.closedBy(closing(name, c)))
                    .orElse(edge));
        }
        return columns;
    }

    /** A window that has begun before v ends above it: the end of what was closed with a time closes with it. */
    private Closing closing(String name, Closing timeClosing) {
        long plus = timeClosing.plusMicros() - 1;
        return switch (name) {
            case START ->
                call.isFixed()
                        ? new Closing(START, plus + call.size().micros(), call.number(), 2)
                        : new Closing(lastEnd(), plus, call.number(), 2);
            case END -> new Closing(END, plus, call.number(), 0);
            default -> new Closing(LAST, plus + 1000, call.number(), 1);
        };
    }

    private String lastEnd() {
        return "le" + call.number() + "_";
    }

    @Override
    public List<String> hidden() {
        List<String> hidden = new ArrayList<>(input.hidden());
        hidden.add(lastEnd());
        return hidden;
    }

    @Override
    public String tidemark() {
        return "SELECT * FROM TABLE(" + call.tidemark(input.tidemarkOperand(), time) + ")";
    }

    @Override
    public String tidemarkFrom() {
        return "TABLE(" + call.tidemark(input.tidemarkOperand(), time) + ")";
    }

    @Override
    public String duckdb() {
        String names =
                input.columns().stream().map(column -> "q." + column.name()).collect(Collectors.joining(", "));
        String hidden = input.hidden().stream().map(name -> ", q." + name).collect(Collectors.joining());
        return "SELECT " + names
                + ", w.window_start, w.window_end, w.window_end - INTERVAL 1 MILLISECOND AS window_time, "
                + HIDDEN + hidden + ", w.last_end AS " + lastEnd() + " FROM (" + input.duckdb() + ") AS q JOIN "
                + call.table() + " AS w ON q." + time + " >= w.window_start AND q." + time + " < w.window_end";
    }

    @Override
    public Set<SourceKind> sources() {
        return input.sources();
    }

    @Override
    public Stream<WindowCall> windows() {
        return Stream.concat(Stream.of(call), input.windows());
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
        return input.finalAt();
    }

    @Override
    public Stream<Relation> smaller() {
        return input.smaller()
                .filter(smaller -> smaller.has(time) && smaller.columns().equals(input.columns()))
                .map(smaller -> new Windowed(smaller, call, time));
    }
}
