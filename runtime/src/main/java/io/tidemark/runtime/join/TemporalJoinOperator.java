package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowGather;
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
import java.util.List;
import java.util.Optional;

/**
 * Joins the rows of the left input with the rows that a table, the right one, has at the time they come. What has come out is not changed when the table
 * changes, so that left rows are not kept. The changes of the table have to come before the left rows in each epoch.
 *
 * <p><b>Shape</b>: left rows are only added; out has the left columns, then the right ones, and the left rows' tags. With {@code outer}, a row without a match
 * comes out once with NULL for the right columns. NULL in a key that is compared by = matches nothing. <b>Errors</b>: INTERNAL when a left row is taken back. <b>Cost</b>:
 * O(matches) a left row; a state row for each row of the table.
 *
 * <p>Layout written (version 1): byte version; the table's {@link JoinRows}.
 */
public final class TemporalJoinOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    private static final int LEFT = 0;
    private static final int VERSION = 1;
    private static final int[] PLAIN = new int[0];

    private final JoinSpec.Side left;
    private final JoinSpec.Side right;
    private final List<Boolean> nullsMatch;
    private final boolean outer;
    private final JoinRows table;
    private final List<Column> nulls;
    private final JoinPairs pairs = new JoinPairs();
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] unmatched = new int[Batch.MAX_ROWS];
    private final int[] hashes = new int[Batch.MAX_ROWS];
    private final int[] heads = new int[Batch.MAX_ROWS];
    private long changedKeys = NONE;
    private long visited;

    /**
     * Makes one with an empty table.
     *
     * @param left the rows that come
     * @param right the table, with a key column for each of the left ones, of the same physical kind
     * @param nullsMatch for each key column, whether NULL matches NULL
     * @param outer whether rows without a match come out
     */
    public TemporalJoinOperator(JoinSpec.Side left, JoinSpec.Side right, List<Boolean> nullsMatch, boolean outer) {
        this.left = left;
        this.right = right;
        this.nullsMatch = List.copyOf(nullsMatch);
        this.outer = outer;
        this.table = new JoinRows(right, 0);
        this.nulls = JoinColumns.nulls(right.schema());
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        if (input == LEFT) {
            join(batch, out);
        } else {
            change(batch);
        }
    }

    private void change(Batch batch) {
        int count = select(batch, right.keys(), unmatched);
        List<Column> columns = table.stored(batch);
        table.hash(table.keys(columns), positions, count, hashes);
        table.add(columns, positions, count, batch.weights == null ? PLAIN : batch.weights, hashes, heads);
        for (int i = 0; right.retracts() && i < count; i++) {
            table.note(heads[i] < 0 ? -1 - heads[i] : heads[i]);
        }
    }

    /**
     * Finds the positions whose keys can match.
     *
     * @param rest takes the others, as many as the batch has more
     */
    private int select(Batch batch, List<Integer> keys, int[] rest) {
        int count = 0;
        int others = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (hasNull(batch, keys, position)) {
                rest[others++] = position;
            } else {
                positions[count++] = position;
            }
        }
        return count;
    }

    private boolean hasNull(Batch batch, List<Integer> keys, int position) {
        for (int key = 0; key < keys.size(); key++) {
            if (!nullsMatch.get(key) && batch.column(keys.get(key)).isNull(position)) {
                return true;
            }
        }
        return false;
    }

    private void join(Batch batch, Output out) {
        for (int i = 0; batch.weights != null && i < batch.selectedCount(); i++) {
            if (batch.weight(batch.position(i)) < 0) {
                throw CodedException.internal("a row was taken back that had been joined with the rows of a table");
            }
        }
        int count = select(batch, left.keys(), unmatched);
        int others = batch.selectedCount() - count;
        List<Column> keys = left.keys().stream().map(batch::column).toList();
        table.hash(keys, positions, count, hashes);
        table.first(keys, positions, count, hashes, heads);
        for (int i = 0; i < count; i++) {
            boolean matched = false;
            for (int row = heads[i]; row >= 0; row = table.next(row)) {
                visited++;
                // A table without a primary key may have a row several times.
                for (long times = table.weight(row); times > 0; times--) {
                    matched = true;
                    pairs.add(i, positions[i], row, 1, table);
                    if (pairs.isFull()) {
                        flush(batch, out);
                    }
                }
            }
            if (!matched) {
                unmatched[others++] = positions[i];
            }
        }
        flush(batch, out);
        if (outer && others > 0) {
            give(batch, unmatched, others, nulls, out);
        }
    }

    private void flush(Batch batch, Output out) {
        int count = pairs.count();
        if (count == 0) {
            return;
        }
        List<Column> columns = new ArrayList<>(right.schema().size());
        for (int column = 0; column < right.schema().size(); column++) {
            columns.add(table.column(column, pairs.places, right.schema()));
        }
        give(batch, pairs.positions, count, columns, out);
        pairs.clear();
    }

    private static void give(Batch batch, int[] rows, int count, List<Column> rightColumns, Output out) {
        Batch given = RowGather.rows(batch, rows, count);
        List<Column> columns = new ArrayList<>(given.columns());
        columns.addAll(rightColumns);
        out.emit(given.withColumns(List.copyOf(columns)));
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        changedKeys = table.noted().count();
        table.endEpoch();
        return watermark;
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
        return "temporal join/" + VERSION + " " + left.keys() + right.keys() + nullsMatch + " " + table.layout();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        table.write(out);
    }

    @Override
    public Capture capture(boolean whole) {
        return new Captured(table.capture(whole), whole);
    }

    /** The table frozen. */
    private record Captured(FrozenRows rows, boolean isWhole) implements Capture {

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(VERSION);
            rows.write(out);
        }

        @Override
        public void release() {
            rows.release();
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    @Override
    public void load(List<? extends DataInput> segments) throws IOException {
        table.clear();
        for (int i = 0; i < segments.size(); i++) {
            DataInput in = segments.get(i);
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the state of a temporal join has version " + version + ", expected " + VERSION);
            }
            table.load(in, i == 0);
        }
        table.endLoad();
    }

    @Override
    public long rows() {
        return table.rows();
    }

    @Override
    public long sizeBytes() {
        return table.sizeBytes();
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
