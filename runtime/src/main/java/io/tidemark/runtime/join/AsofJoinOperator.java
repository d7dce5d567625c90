package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.state.RowNumbers;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Joins each left row with one right row: that with an equal key whose place is nearest on one side of its own. With m(l) the match of a left row, Δout =
 * for each l whose weight or match the epoch has changed, minus l with the match it had, plus l with the one it has. A right row that comes or goes at
 * place r changes the matches of the left rows from r up to the place of the next right row, and of no others.
 *
 * <p>Of right rows at the same place, that which is last in the order of all columns (NULL last) is the match; how often it is there makes no
 * difference.
 *
 * <p>Where rows only come and both places have watermarks, rows are forgotten at the end of an epoch. With v the watermarks: where earlier rows
 * match, left rows up to v(right), and of each key the right rows before the last one up to the lesser v; where later rows match, right rows up to the
 * lesser v, and the left rows that match them. If the operator waits, a left row comes out only when it is forgotten, and so once.
 *
 * <p>A NULL in a key or as a place matches nothing: such a row is not kept, and comes out at once if rows without a match do.
 *
 * <p><b>Shape</b>: out has the left columns, then the right ones. <b>Errors</b>: INTERNAL when more is taken back than had come, or a row comes that
 * the watermark had closed. <b>Cost</b>: O(log n) a row that comes in and a left row whose match may change; a state row for each different row
 * of each side, some 60 bytes more for the orders. <b>Source</b>: ASOF JOIN of Calcite and DuckDB.
 *
 * <p>Layout written: see {@link AsofState}.
 */
public final class AsofJoinOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    /** Owner slots of a left row: the weight it has been given out with, and the match, as the right row + 1. */
    private static final int GIVEN = AsofRows.OWN_SLOTS;

    private static final int MATCH = AsofRows.OWN_SLOTS + 1;
    private static final int LEFT_SLOTS = 2;

    private final AsofSpec spec;
    private final AsofState state;
    private final AsofRows left;
    private final AsofRows right;
    private final AsofOutput output;
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] excluded = new int[Batch.MAX_ROWS];
    private long changed = NONE;

    /** Makes one without rows. */
    public AsofJoinOperator(AsofSpec spec) {
        this.spec = spec;
        this.state = new AsofState(spec, LEFT_SLOTS);
        this.left = state.left();
        this.right = state.right();
        this.output = new AsofOutput(spec, left, right);
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = select(input, batch, out);
        if (spec.forgets()) {
            checkOpen(input, batch, count);
        }
        state.side(input).add(batch, positions, count);
    }

    /** Finds the positions of rows that can match; the left others come out without a match, if rows without one do. */
    private int select(int input, Batch batch, Output out) {
        AsofSpec.Side side = spec.side(input);
        List<Column> needed = new ArrayList<>();
        side.keys().forEach(key -> needed.add(batch.column(key)));
        needed.add(batch.column(side.place()));
        needed.removeIf(column -> column.validity == null);
        int count = 0;
        int unmatched = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            boolean can = true;
            for (Column column : needed) {
                can &= !column.isNull(position);
            }
            if (can) {
                positions[count++] = position;
            } else {
                excluded[unmatched++] = position;
            }
        }
        if (input == 0 && spec.outer() && unmatched > 0) {
            output.giveUnmatched(batch, excluded, unmatched, out);
        }
        return count;
    }

    private void checkOpen(int input, Batch batch, int count) {
        long bound = state.bound(input);
        LongColumn times = (LongColumn) batch.column(spec.side(input).place());
        for (int i = 0; i < count; i++) {
            long time = times.values[positions[i]];
            if (batch.weight(positions[i]) < 0) {
                throw CodedException.internal("a row was taken back that an ASOF join had to take as final");
            }
            if (bound != Long.MIN_VALUE && time <= bound) {
                throw CodedException.internal(
                        "a row came at " + time + ", where the watermark " + bound + " has closed an ASOF join");
            }
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        RowNumbers touched = right.touched();
        changed = (long) left.touched().count() + touched.count();
        RowNumbers looked = new RowNumbers();
        for (int i = 0; i < touched.count() && !spec.waits(); i++) {
            state.candidates(touched.get(i), looked);
        }
        for (int i = 0; i < touched.count(); i++) {
            if (right.weight(touched.get(i)) == 0) {
                right.unlink(touched.get(i));
            }
        }
        if (!spec.waits()) {
            for (int i = 0; i < left.touched().count(); i++) {
                looked.add(left.touched().get(i));
            }
            looked.distinct();
            giveDifferences(looked, out);
        }
        left.freeGone();
        right.freeGone();
        state.advance(watermark, new Waiting(out));
        state.endEpoch();
        return watermark;
    }

    /** Gives out, if that was waited for, what can change no more. */
    private final class Waiting implements AsofState.Closed {
        private final Output out;

        Waiting(Output out) {
            this.out = out;
        }

        @Override
        public void close(int row, int match) {
            if (spec.waits()) {
                give(row, match, wanted(row, match), out);
            }
        }

        @Override
        public void end() {
            output.flush(out);
        }
    }

    private long wanted(int row, int match) {
        return match >= 0 || spec.outer() ? left.weight(row) : 0;
    }

    private void giveDifferences(RowNumbers rows, Output out) {
        for (int i = 0; i < rows.count(); i++) {
            int row = rows.get(i);
            int match = state.match(row);
            long wanted = wanted(row, match);
            long given = left.get(row, GIVEN);
            int had = (int) left.get(row, MATCH) - 1;
            if (match == had) {
                give(row, match, wanted - given, out);
            } else {
                give(row, had, -given, out);
                give(row, match, wanted, out);
            }
            left.set(row, GIVEN, wanted);
            left.set(row, MATCH, match + 1L);
        }
        output.flush(out);
    }

    private void give(int row, int match, long weight, Output out) {
        if (weight != 0) {
            output.add(row, match, weight, out);
        }
    }

    /** The rows of both sides that the last epoch changed. */
    @Override
    public long changedKeys() {
        return changed;
    }

    @Override
    public long earliestOpen() {
        int first = spec.waits() && !spec.match().later() ? left.earliest() : -1;
        return first < 0 ? NONE : left.time(first);
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "asof/" + AsofState.VERSION + " " + spec.outer() + " " + spec.match() + " " + state.layout()
                + (spec.waits() ? " final" : "");
    }

    @Override
    public void write(DataOutput out) throws IOException {
        state.write(out);
    }

    @Override
    public Capture capture(boolean whole) {
        return state.capture(whole);
    }

    @Override
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    @Override
    public void load(List<? extends DataInput> segments) throws IOException {
        state.load(segments);
        if (!spec.waits()) {
            left.forEach(row -> {
                int match = state.match(row);
                left.set(row, GIVEN, wanted(row, match));
                left.set(row, MATCH, match + 1L);
            });
        }
    }

    @Override
    public long rows() {
        return state.rows();
    }

    @Override
    public long sizeBytes() {
        return state.sizeBytes();
    }
}
