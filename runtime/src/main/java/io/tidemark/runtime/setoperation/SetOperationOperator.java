package io.tidemark.runtime.setoperation;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.ClosingBuckets;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.state.FrozenRows;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.ZSet;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * INTERSECT and EXCEPT. With w the weights of a row in the branches before the epoch, w' those after it and m the {@link Multiplicity}, Δout = the
 * sum, over each row touched, of m(w') - m(w) times the row; in FINAL emission, the sum of m(w') times each row that is closed.
 *
 * <p>A row is kept while a branch has it. It is closed when one of its closing columns is at or below that column's watermark; it is then
 * forgotten, and what was given out for it stays. Once the watermark is {@link Long#MAX_VALUE} all rows that have closing columns are closed.
 *
 * <p><b>Shape</b>: in has the columns and then the branch, from 0; out has the columns. NULLs equal each other. <b>Errors</b>: INTERNAL when a
 * branch takes back more than it gave, or a row comes that is closed. <b>Cost</b>: a state row for each different row, with 8 bytes a branch; O(1) a
 * row that comes in.
 *
 * <p>Layout written (version 1): byte version; long last watermark; the {@link RowTable} of the rows, whose payload is the weight in each branch
 * and then, if there are closing columns, a slot that is of no use in the file.
 */
public final class SetOperationOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    private static final int VERSION = 1;

    private final SetOperationSpec spec;
    private final ZSet set;
    private final ClosingBuckets buckets;
    private final LatenessJudge judge;
    private final boolean closes;
    private final int firstSlot;
    private final int[] accepted = new int[Batch.MAX_ROWS];
    private final int[] rows = new int[Batch.MAX_ROWS];
    private long lastWatermark = Long.MIN_VALUE;
    private long changedKeys = NONE;

    /** Makes one without rows. */
    public SetOperationOperator(SetOperationSpec spec, Dataflow.RowHandlers handlers) {
        this.spec = spec;
        this.closes = !spec.closingKeys().isEmpty();
        this.set = new ZSet(spec.rows(), spec.branches() + (closes ? 1 : 0));
        this.firstSlot = set.table().layout().payloadSlot(0);
        List<Integer> closing =
                spec.closingKeys().stream().map(ClosingKey::groupIndex).toList();
        this.buckets = new ClosingBuckets(set.table(), closing, closes ? spec.branches() : 0);
        this.judge = spec.judge(handlers.late());
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = judge.judge(batch, accepted);
        RowTable table = set.table();
        List<Column> columns = batch.columns().subList(0, spec.rows().size());
        int inserted = table.locate(columns, accepted, count, rows);
        for (int i = 0; closes && i < inserted; i++) {
            ClosingBuckets.Bucket added = buckets.add(table.insertedRow(i));
            if (added != null) {
                requireOpen(added);
            }
        }
        table.touch(rows, accepted, count, batch.weights);
        long[] branches = ((LongColumn) batch.column(spec.rows().size())).values;
        for (int i = 0; i < count; i++) {
            int slot = table.base(rows[i]) + firstSlot + (int) branches[accepted[i]];
            table.page(rows[i])[slot] += batch.weight(accepted[i]);
        }
    }

    private void requireOpen(ClosingBuckets.Bucket bucket) {
        long[] bounds = judge.bounds(lastWatermark);
        for (int key = 0; key < bounds.length; key++) {
            if (!bucket.isNull(key) && bucket.value(key) <= bounds[key]) {
                throw CodedException.internal(
                        "a row came with \"" + spec.closingKeys().get(key).column() + "\" = " + bucket.value(key)
                                + ", which the watermark " + bounds[key] + " has closed");
            }
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        boolean ended = watermark == Long.MAX_VALUE && lastWatermark != Long.MAX_VALUE;
        RowTable table = set.table();
        changedKeys = spec.finalEmission() ? NONE : table.dirtyCount();
        emitChanges(out);
        if (closes) {
            close(ended ? buckets.takeAll() : buckets.takeClosed(judge.bounds(watermark)), out);
        }
        table.endEpoch();
        lastWatermark = Math.max(lastWatermark, watermark);
        return watermark;
    }

    private void emitChanges(Output out) {
        RowTable table = set.table();
        int count = table.dirtyCount();
        for (int i = 0; i < count; i++) {
            requireWeights(table.dirtyRow(i));
            if (!spec.finalEmission()) {
                long change = now(table.dirtyRow(i)) - before(i);
                if (change != 0) {
                    set.put(table.dirtyRow(i), change, out::emit);
                }
            }
        }
        set.flush(out::emit);
        for (int i = 0; i < count; i++) {
            int row = table.dirtyRow(i);
            if (table.weight(row) == 0) {
                if (closes) {
                    buckets.remove(row);
                }
                table.free(row);
            }
        }
    }

    private void requireWeights(int row) {
        long[] page = set.table().page(row);
        int from = set.table().base(row) + firstSlot;
        for (int i = 0; i < spec.branches(); i++) {
            if (page[from + i] < 0) {
                throw CodedException.internal("a row has weight " + page[from + i] + " in branch " + (i + 1) + " of "
                        + spec.multiplicity() + ": more was taken back than had come");
            }
        }
    }

    private long now(int row) {
        RowTable table = set.table();
        return spec.multiplicity().of(table.page(row), table.base(row) + firstSlot, spec.branches());
    }

    /** How often the row touched {@code index}-th was in the result before the epoch. */
    private long before(int index) {
        RowTable table = set.table();
        return table.hasBeforeImage(index)
                ? spec.multiplicity()
                        .of(table.beforeImagePage(index), table.beforeImageBase(index) + firstSlot, spec.branches())
                : 0;
    }

    private void close(List<ClosingBuckets.Bucket> closed, Output out) {
        RowTable table = set.table();
        for (ClosingBuckets.Bucket bucket : closed) {
            for (int row = bucket.first(); spec.finalEmission() && row >= 0; row = buckets.next(row)) {
                long times = now(row);
                if (times != 0) {
                    set.put(row, times, out::emit);
                }
            }
        }
        set.flush(out::emit);
        table.beginFree(closed.stream().mapToLong(ClosingBuckets.Bucket::rows).sum());
        for (ClosingBuckets.Bucket bucket : closed) {
            int row = bucket.first();
            while (row >= 0) {
                int next = buckets.next(row);
                table.freeNext(row);
                row = next;
            }
        }
        table.endFree();
    }

    @Override
    public long changedKeys() {
        return changedKeys;
    }

    @Override
    public long earliestOpen() {
        return closes ? buckets.earliest() : NONE;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        List<String> closing = spec.closingKeys().stream()
                .map(key -> key.groupIndex() + ":" + key.column())
                .toList();
        return "setoperation/" + VERSION + " " + set.table().layout() + " " + spec.multiplicity() + " of "
                + spec.branches() + closing + (spec.finalEmission() ? " final" : " early");
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(lastWatermark);
        set.table().write(out);
    }

    @Override
    public Capture capture(boolean whole) {
        return new Captured(lastWatermark, whole, set.table().capture(whole));
    }

    /** The table frozen. */
    private record Captured(long watermark, boolean isWhole, FrozenRows rows) implements Capture {

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(VERSION);
            out.writeLong(watermark);
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
        long watermark = lastWatermark;
        for (DataInput in : segments) {
            int version = in.readUnsignedByte();
            watermark = in.readLong();
            if (version != VERSION) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the state of a set operation has version " + version + ", expected " + VERSION);
            }
        }
        RowTable table = set.table();
        table.load(segments);
        lastWatermark = watermark;
        buckets.clear();
        for (int row = table.nextRow(0); closes && row >= 0; row = table.nextRow(row + 1)) {
            buckets.add(row);
        }
    }

    @Override
    public long rows() {
        return set.table().rows();
    }

    @Override
    public long sizeBytes() {
        return set.table().sizeBytes() + buckets.sizeBytes();
    }
}
