package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.SlabRows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One side of a join whose rows come out depending on how many matches they have: as rows without a match (of an outer or anti join), with one
 * (of a semi join), or with the mark. Each row knows the sum of the weights of its matches, and with what weight (and mark) it has been given
 * out; at the end of an epoch only rows noted are looked at, and what comes out of one is the difference: nothing that came and went meanwhile
 * is seen.
 *
 * <p>Owner slots: 0 matches; 1 weight given out; of a mark: 2 rows that make the condition unknown, 3 the mark given out.
 */
final class CountedRows {

    /** The slots that a side without a mark wants. */
    static final int SLOTS = 2;

    /** The slots that a side with a mark wants. */
    static final int MARK_SLOTS = 4;

    private static final int MATCHES = 0;
    private static final int GIVEN = 1;
    private static final int UNKNOWN = 2;
    private static final int GIVEN_MARK = 3;

    private static final int MARK_FALSE = 0;
    private static final int MARK_TRUE = 1;
    private static final int MARK_UNKNOWN = 2;

    private final JoinSpec spec;
    private final int input;
    private final JoinRows rows;
    private final List<Column> otherNulls;
    private final SlabRows places = new SlabRows();
    private final long[] weights = new long[Batch.MAX_ROWS];
    private final int[] marks = new int[Batch.MAX_ROWS];
    private final int[] all = IntStream.range(0, Batch.MAX_ROWS).toArray();

    CountedRows(JoinSpec spec, int input, JoinRows rows) {
        this.spec = spec;
        this.input = input;
        this.rows = rows;
        this.otherNulls = spec.kind().givesPairs()
                ? JoinColumns.nulls(spec.side(1 - input).schema())
                : List.of();
    }

    /** Begins to count the matches of a row that is made, or that had weight 0: of those who came meanwhile, none has counted it. */
    void begin(int row) {
        rows.set(row, MATCHES, 0);
        if (spec.kind() == JoinSpec.Kind.MARK) {
            rows.set(row, UNKNOWN, 0);
        }
    }

    /** Adds to the matches of a row. */
    void match(int row, long weight) {
        rows.set(row, MATCHES, rows.get(row, MATCHES) + weight);
    }

    /** Adds to the rows that make the condition unknown for a row. */
    void unknown(int row, long weight) {
        rows.set(row, UNKNOWN, rows.get(row, UNKNOWN) + weight);
    }

    /** Gives out what has changed about the rows noted, unless it waits until it is final. */
    void endEpoch(Output out) {
        if (waits()) {
            return;
        }
        for (int i = 0; i < rows.noted().count(); i++) {
            int row = rows.noted().get(i);
            if (spec.kind() == JoinSpec.Kind.MARK) {
                giveMarked(row, out);
            } else {
                give(row, out);
            }
        }
        flush(out);
    }

    /** Gives out what waited in rows that are about to be forgotten. */
    void endRows(RowList ended, Output out) {
        for (int i = 0; waits() && i < ended.count(); i++) {
            give(ended.get(i), out);
        }
        flush(out);
    }

    /** A semi join's rows are final as soon as they have a match. */
    private boolean waits() {
        return spec.waits() && spec.kind() != JoinSpec.Kind.SEMI;
    }

    private void give(int row, Output out) {
        boolean matched = rows.get(row, MATCHES) != 0;
        long wanted = matched == (spec.kind() == JoinSpec.Kind.SEMI) ? rows.weight(row) : 0;
        long given = rows.get(row, GIVEN);
        if (wanted != given) {
            add(row, wanted - given, MARK_FALSE, out);
            rows.set(row, GIVEN, wanted);
        }
    }

    private void giveMarked(int row, Output out) {
        int mark = rows.get(row, MATCHES) != 0 ? MARK_TRUE : rows.get(row, UNKNOWN) != 0 ? MARK_UNKNOWN : MARK_FALSE;
        long wanted = rows.weight(row);
        long given = rows.get(row, GIVEN);
        int givenMark = (int) rows.get(row, GIVEN_MARK);
        if (mark == givenMark && wanted == given) {
            return;
        }
        if (mark == givenMark) {
            add(row, wanted - given, mark, out);
        } else {
            if (given != 0) {
                add(row, -given, givenMark, out);
            }
            if (wanted != 0) {
                add(row, wanted, mark, out);
            }
            rows.set(row, GIVEN_MARK, mark);
        }
        rows.set(row, GIVEN, wanted);
    }

    private void add(int row, long weight, int mark, Output out) {
        int at = places.count();
        weights[at] = weight;
        marks[at] = mark;
        rows.collect(row, places);
        if (places.isFull()) {
            flush(out);
        }
    }

    private void flush(Output out) {
        int count = places.count();
        if (count == 0) {
            return;
        }
        Schema schema = spec.side(input).schema();
        List<Column> own = new ArrayList<>(schema.size());
        for (int column = 0; column < schema.size(); column++) {
            own.add(rows.column(column, places, schema));
        }
        JoinColumns.emit(complete(own, count), count, all, count, weights, out);
        places.clear();
    }

    /** Gives out rows of a batch that can't have a match, because a key is NULL. */
    void giveUnmatched(Batch batch, int[] positions, int count, Output out) {
        if (spec.kind() == JoinSpec.Kind.SEMI || count == 0) {
            return;
        }
        List<Column> own = new ArrayList<>();
        JoinColumns.addGathered(batch, positions, count, own);
        for (int i = 0; i < count; i++) {
            weights[i] = batch.weight(positions[i]);
            marks[i] = MARK_FALSE;
        }
        JoinColumns.emit(complete(own, count), count, all, count, weights, out);
    }

    private List<Column> complete(List<Column> own, int count) {
        if (spec.kind() == JoinSpec.Kind.MARK) {
            own.add(marks(count));
            return own;
        }
        if (input == 0) {
            own.addAll(otherNulls);
            return own;
        }
        List<Column> columns = new ArrayList<>(otherNulls);
        columns.addAll(own);
        return columns;
    }

    private Column marks(int count) {
        long[] values = new long[count];
        long[] validity = new long[(count + 63) >> 6];
        for (int i = 0; i < count; i++) {
            values[i] = marks[i] == MARK_TRUE ? 1 : 0;
            if (marks[i] != MARK_UNKNOWN) {
                validity[i >> 6] |= 1L << i;
            }
        }
        return new LongColumn(spec.output().type(spec.output().size() - 1), values, validity);
    }
}
