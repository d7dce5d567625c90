package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.calc.CalcProgram;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.state.FrozenRows;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Joins two relations: Δ(L⋈R) = ΔL⋈R + L'⋈ΔR, with L' = L + ΔL. Each batch that comes in is paired with the rows of the other side as they are
 * then, and added to its own side; so every pair is made once, whichever of its rows came later, and its weight is the product of theirs.
 *
 * <p>With m(l) the sum of the weights of the right rows that l matches: ANTI gives out l while m(l) = 0, SEMI while m(l) > 0, LEFT the pairs and
 * what ANTI gives, with NULL for the right columns; RIGHT is the same with sides changed, FULL both. MARK gives l with a mark that is TRUE while
 * m(l) > 0, else NULL while some right row makes the condition unknown, else FALSE. Pairs come out as they are made; all that hangs on m at the
 * end of the epoch, once, for rows whose weight or m has changed.
 *
 * <p>At the end of an epoch, rows are forgotten that no row to come can match, as the watermark shows; where rows without a match wait to be final, they
 * come out then. Rows that are forgotten stay counted in the matches of others.
 *
 * <p>A NULL in a key that is compared by = matches nothing: such a row is not kept, and comes out at once if rows without a match do.
 *
 * <p><b>Shape</b>: out has the left columns, then the right ones; SEMI and ANTI the left ones; MARK the left ones and the mark. <b>Errors</b>: what the condition fails with goes to the error handler. <b>Cost</b>: O(1)
 * a row that comes in, one visit a row of the other side with an equal key; a state row for each row of each side. <b>Source</b>: Budiu et
 * al., "DBSP", 2023, for the bilinear form.
 *
 * <p>Layout written (version 1): byte version; the left {@link JoinRows}, then the right ones.
 */
public final class JoinOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    private static final int VERSION = 1;
    private static final int[] PLAIN = new int[0];

    private final JoinSpec spec;
    private final @Nullable CalcProgram residual;
    private final RowSelection selection;
    private final JoinRows[] sides = new JoinRows[2];
    private final @Nullable CountedRows[] counted = new CountedRows[2];
    private final JoinPairs pairs = new JoinPairs();
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] excluded = new int[Batch.MAX_ROWS];
    private final int[] hashes = new int[Batch.MAX_ROWS];
    private final int[] ownRows = new int[Batch.MAX_ROWS];
    private final int[] heads = new int[Batch.MAX_ROWS];
    private final long[] pairWeights = new long[Batch.MAX_ROWS];
    private final List<List<Integer>> neededColumns;
    private long changedKeys = NONE;
    private long visited;

    /**
     * Makes one without rows.
     *
     * @param residual the condition beside the keys, over the columns of a pair: a filter, or of a MARK one column with its value; null if there
     *     is none
     * @param selection what the residual works with
     */
    public JoinOperator(JoinSpec spec, @Nullable CalcProgram residual, RowSelection selection) {
        this.spec = spec;
        this.residual = residual;
        this.selection = selection;
        this.neededColumns = List.of(neededColumns(spec, 0), neededColumns(spec, 1));
        for (int input = 0; input < 2; input++) {
            boolean counts = spec.kind().counts(input);
            int slots = !counts ? 0 : spec.kind() == JoinSpec.Kind.MARK ? CountedRows.MARK_SLOTS : CountedRows.SLOTS;
            sides[input] = new JoinRows(spec.side(input), slots);
            counted[input] = counts ? new CountedRows(spec, input, sides[input]) : null;
        }
    }

    /** The columns of an input without a value in which a row matches nothing. */
    private static List<Integer> neededColumns(JoinSpec spec, int input) {
        List<Integer> needed = new ArrayList<>();
        JoinSpec.Side side = spec.side(input);
        for (int key = 0; key < side.keys().size(); key++) {
            if (!spec.nullsMatch().get(key)) {
                needed.add(side.keys().get(key));
            }
        }
        side.closing()
                .map(JoinSpec.Closing::column)
                .filter(column -> !needed.contains(column))
                .ifPresent(needed::add);
        return List.copyOf(needed);
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = select(input, batch, out);
        if (count == 0) {
            return;
        }
        JoinRows own = sides[input];
        List<Column> columns = own.stored(batch);
        List<Column> keys = own.keys(columns);
        own.hash(keys, positions, count, hashes);
        own.add(columns, positions, count, batch.weights == null ? PLAIN : batch.weights, hashes, ownRows);
        CountedRows counts = counted[input];
        if (counts != null || spec.side(input).retracts()) {
            for (int i = 0; i < count; i++) {
                int row = ownRows[i] < 0 ? -1 - ownRows[i] : ownRows[i];
                if (counts != null && ownRows[i] < 0) {
                    counts.begin(row);
                }
                if (counts != null || own.weight(row) == 0) {
                    own.note(row);
                }
            }
        }
        pair(input, batch, keys, count, out);
    }

    /** Finds the positions whose keys can match; the others come out without a match, if they do at all. */
    private int select(int input, Batch batch, Output out) {
        int count = 0;
        int unmatched = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            positions[count++] = batch.position(i);
        }
        for (int needed : neededColumns.get(input)) {
            Column column = batch.column(needed);
            if (column.validity == null) {
                continue;
            }
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (column.isNull(positions[i])) {
                    excluded[unmatched++] = positions[i];
                } else {
                    positions[kept++] = positions[i];
                }
            }
            count = kept;
        }
        CountedRows counting = counted[input];
        if (counting != null && unmatched > 0) {
            counting.giveUnmatched(batch, excluded, unmatched, out);
        }
        return count;
    }

    private void pair(int input, Batch batch, List<Column> keys, int count, Output out) {
        JoinRows other = sides[1 - input];
        if (other.rows() == 0) {
            return;
        }
        other.first(keys, positions, count, hashes, heads);
        for (int i = 0; i < count; i++) {
            for (int row = heads[i]; row >= 0; row = other.next(row)) {
                visited++;
                long weight = other.weight(row);
                if (weight != 0) {
                    pairs.add(i, positions[i], row, weight, other);
                    if (pairs.isFull()) {
                        flush(input, batch, out);
                    }
                }
            }
        }
        flush(input, batch, out);
    }

    private void flush(int input, Batch batch, Output out) {
        int count = pairs.count();
        if (count == 0) {
            return;
        }
        if (residual == null && !spec.kind().givesPairs()) {
            for (int pair = 0; pair < count; pair++) {
                count(input, batch, pair, true);
            }
        } else {
            meet(input, batch, count, out);
        }
        pairs.clear();
    }

    private void meet(int input, Batch batch, int count, Output out) {
        Batch joined = Batch.of(count, columns(input, batch, count));
        selection.begin(joined);
        if (residual != null) {
            residual.filter(joined, selection);
        }
        if (spec.kind() == JoinSpec.Kind.MARK && residual != null) {
            LongColumn truth = (LongColumn) residual.column(0, joined, selection);
            for (int i = 0; i < selection.count; i++) {
                int pair = selection.positions[i];
                boolean unknown = truth.isNull(pair);
                if (unknown || truth.values[pair] != 0) {
                    count(input, batch, pair, !unknown);
                }
            }
            return;
        }
        boolean counts = counted[0] != null || counted[1] != null;
        for (int i = 0; counts && i < selection.count; i++) {
            count(input, batch, selection.positions[i], true);
        }
        if (spec.kind().givesPairs() && selection.count > 0) {
            give(batch, joined, out);
        }
    }

    private void give(Batch batch, Batch joined, Output out) {
        boolean plain = batch.weights == null;
        for (int i = 0; plain && i < selection.count; i++) {
            plain = pairs.weights[selection.positions[i]] == 1;
        }
        if (plain) {
            boolean all = selection.count == joined.rowCount();
            int[] chosen = all ? null : Arrays.copyOf(selection.positions, selection.count);
            out.emit(joined.withSelection(chosen, selection.count).withTags(RowTags.NONE));
            return;
        }
        for (int i = 0; i < selection.count; i++) {
            int pair = selection.positions[i];
            pairWeights[pair] = pairs.weights[pair] * batch.weight(pairs.positions[pair]);
        }
        JoinColumns.emit(joined.columns(), joined.rowCount(), selection.positions, selection.count, pairWeights, out);
    }

    private List<Column> columns(int input, Batch batch, int count) {
        List<Column> left = new ArrayList<>();
        List<Column> right = new ArrayList<>();
        JoinColumns.addGathered(batch, pairs.positions, count, input == 0 ? left : right);
        JoinRows other = sides[1 - input];
        List<Column> stored = input == 0 ? right : left;
        JoinSpec.Side side = spec.side(1 - input);
        for (int column = 0; column < side.schema().size(); column++) {
            stored.add(other.column(column, pairs.places, side.schema()));
        }
        left.addAll(right);
        return left;
    }

    /** Counts a pair in the matches of its rows: those of a row that had a weight before have been counted when the other one came. */
    private void count(int input, Batch batch, int pair, boolean isTrue) {
        CountedRows own = counted[input];
        int ownRow = ownRows[pairs.indexes[pair]];
        if (own != null && ownRow < 0) {
            count(own, -1 - ownRow, pairs.weights[pair], isTrue);
        }
        CountedRows other = counted[1 - input];
        if (other != null) {
            int row = pairs.rows[pair];
            count(other, row, batch.weight(pairs.positions[pair]), isTrue);
            sides[1 - input].note(row);
        }
    }

    private static void count(CountedRows rows, int row, long weight, boolean isTrue) {
        if (isTrue) {
            rows.match(row, weight);
        } else {
            rows.unknown(row, weight);
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        changedKeys = (long) sides[0].noted().count() + sides[1].noted().count();
        for (int input = 0; input < 2; input++) {
            CountedRows counting = counted[input];
            if (counting != null) {
                counting.endEpoch(out);
            }
            sides[input].endEpoch();
        }
        for (int input = 0; input < 2 && watermark != Long.MIN_VALUE; input++) {
            forget(input, watermark, out);
        }
        return watermark;
    }

    /** Takes out the rows of a side that no row to come can match. */
    private void forget(int input, long watermark, Output out) {
        Optional<JoinSpec.Closing> closing = spec.side(input).closing();
        if (closing.isEmpty()) {
            return;
        }
        long bound = watermark == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : closing.get().watermark().applyAsLong(watermark);
        RowList due = sides[input].due(bound);
        CountedRows counting = counted[input];
        if (counting != null) {
            counting.endRows(due, out);
        }
        sides[input].free(due);
    }

    @Override
    public long visitedRows() {
        return visited;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "join/" + VERSION + " " + spec.kind() + " " + spec.left().keys()
                + spec.right().keys() + spec.nullsMatch() + " " + sides[0].layout() + " " + sides[1].layout() + " "
                + spec.residual() + (spec.waits() ? " final" : "");
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        sides[0].write(out);
        sides[1].write(out);
    }

    @Override
    public Capture capture(boolean whole) {
        return new Captured(sides[0].capture(whole), sides[1].capture(whole), whole);
    }

    /** Both sides frozen. */
    private record Captured(FrozenRows left, FrozenRows right, boolean isWhole) implements Capture {

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(VERSION);
            left.write(out);
            right.write(out);
        }

        @Override
        public void release() {
            left.release();
            right.release();
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    @Override
    public void load(List<? extends DataInput> segments) throws IOException {
        sides[0].clear();
        sides[1].clear();
        for (int i = 0; i < segments.size(); i++) {
            DataInput in = segments.get(i);
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED, "the state of a join has version " + version + ", expected " + VERSION);
            }
            sides[0].load(in, i == 0);
            sides[1].load(in, i == 0);
        }
        sides[0].endLoad();
        sides[1].endLoad();
    }

    @Override
    public long rows() {
        return sides[0].rows() + sides[1].rows();
    }

    @Override
    public long sizeBytes() {
        return sides[0].sizeBytes() + sides[1].sizeBytes();
    }

    @Override
    public long changedKeys() {
        return changedKeys;
    }

    @Override
    public long earliestOpen() {
        return NONE;
    }
}
