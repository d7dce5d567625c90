package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.SlabRows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Collects left rows with their matches, and those without, until there are enough to give out. */
final class AsofOutput {

    private final AsofRows left;
    private final AsofRows right;
    private final List<Column> nulls;
    private final Rows matched = new Rows();
    private final Rows unmatched = new Rows();
    private final SlabRows matches = new SlabRows();
    private final int[] all = IntStream.range(0, Batch.MAX_ROWS).toArray();

    /** Left rows and the weights with which they go out. */
    private static final class Rows {
        private final SlabRows rows = new SlabRows();
        private final long[] weights = new long[Batch.MAX_ROWS];

        void add(AsofRows from, int row, long weight) {
            weights[rows.count()] = weight;
            from.collect(row, rows);
        }
    }

    AsofOutput(AsofSpec spec, AsofRows left, AsofRows right) {
        this.left = left;
        this.right = right;
        this.nulls = JoinColumns.nulls(spec.right().schema());
    }

    /** Adds a left row with its match, or -1. */
    void add(int row, int match, long weight, Output out) {
        if (match < 0) {
            unmatched.add(left, row, weight);
        } else {
            matched.add(left, row, weight);
            right.collect(match, matches);
        }
        if (matched.rows.isFull() || unmatched.rows.isFull()) {
            flush(out);
        }
    }

    /** Gives out what has been collected. */
    void flush(Output out) {
        if (matched.rows.count() > 0) {
            List<Column> columns = new ArrayList<>(left.columns(matched.rows));
            columns.addAll(right.columns(matches));
            give(matched, columns, out);
            matches.clear();
        }
        if (unmatched.rows.count() > 0) {
            List<Column> columns = new ArrayList<>(left.columns(unmatched.rows));
            columns.addAll(nulls);
            give(unmatched, columns, out);
        }
    }

    private void give(Rows some, List<Column> columns, Output out) {
        int count = some.rows.count();
        JoinColumns.emit(columns, count, all, count, some.weights, out);
        some.rows.clear();
    }

    /** Gives out rows of a batch that can have no match. */
    void giveUnmatched(Batch batch, int[] positions, int count, Output out) {
        List<Column> columns = new ArrayList<>();
        JoinColumns.addGathered(batch, positions, count, columns);
        columns.addAll(nulls);
        long[] weights = new long[count];
        for (int i = 0; i < count; i++) {
            weights[i] = batch.weight(positions[i]);
        }
        JoinColumns.emit(columns, count, all, count, weights, out);
    }
}
