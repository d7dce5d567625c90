package io.tidemark.runtime.match;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Turns matches into rows: one of each, or one of each of its rows. */
final class MatchOutput {

    private final MatchSpec.Output output;
    private final PatternStates states;
    private final RowTable table;
    private final ValueColumns measures;
    private final List<MatchView> views = new ArrayList<>();
    private final SlabRows rows = new SlabRows();
    private final int[] weights = new int[Batch.MAX_ROWS];

    MatchOutput(MatchSpec spec, Schema input, RowTable table) {
        this.output = spec.output();
        this.states = spec.search().states();
        this.table = table;
        this.measures = new ValueColumns(output.measures(), spec.search().variables(), input, table);
    }

    /** Adds a match with a weight; what has been added must be flushed before its state rows change. */
    void add(FoundMatch match, int weight, Consumer<Batch> out) {
        int length = match.rows().length;
        int[] labels = match.labels(states);
        if (!output.allRows() || length == 0) {
            add(match, labels, length, length == 0 ? match.startRow() : match.rows()[length - 1], weight, out);
            return;
        }
        for (int i = 0; i < length; i++) {
            if (!states.isExcluded(match.states()[i])) {
                add(match, labels, i + 1, match.rows()[i], weight, out);
            }
        }
    }

    private void add(FoundMatch match, int[] labels, int length, int row, int weight, Consumer<Batch> out) {
        weights[views.size()] = weight;
        views.add(new MatchView(match.rows(), labels.length, 0, labels, length, match.number()));
        table.collect(row, rows);
        if (rows.isFull()) {
            flush(out);
        }
    }

    /** Passes on what has been added. */
    void flush(Consumer<Batch> out) {
        int count = views.size();
        if (count == 0) {
            return;
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < output.columns().size(); i++) {
            columns.add(rows.key(
                    table.layout(), output.columns().get(i), output.schema().type(i)));
        }
        columns.addAll(measures.of(views));
        out.accept(new Batch(count, List.copyOf(columns), null, count, Arrays.copyOf(weights, count), RowTags.NONE));
        views.clear();
        rows.clear();
    }
}
