package io.tidemark.runtime.operator;

import io.tidemark.runtime.aggregate.Accumulators;
import io.tidemark.runtime.aggregate.RowMerges;
import io.tidemark.runtime.aggregate.RowUpdates;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.state.ClosingBuckets;
import io.tidemark.runtime.state.CopiedCapture;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.state.FrozenRows;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Groups and aggregates. With S the groups before the epoch and S' those after it, Δout = the sum, over each group g touched, of
 * -out(S[g]) + out(S'[g]); in FINAL emission, the sum of +out(S'[g]) over each group closed.
 *
 * <p>A group is there while the weights of its rows don't add up to 0; without group columns, and in the
 * grouping set without columns, there is one, and always. A group is closed when one
 * of its closing columns is at or below that column's watermark; it is then forgotten, and the row that was given out for it stays. Once the
 * watermark is {@link Long#MAX_VALUE} all groups that have closing columns are closed, in FINAL emission all groups whatever.
 *
 * <p><b>Shape</b>: out has the group columns, then one column an aggregate; at most -old and +new a group and epoch. <b>Errors</b>:
 * ROW_ERROR_OVERFLOW when a result that is to be given out is out of its type's range: the epoch fails. INTERNAL when a group's weight is
 * negative, or a group comes up again that is closed. <b>Cost</b>: a state row a group, and one for each different argument of aggregates that have to know them all;
 * O(1) a row that comes in (O(log n) where arguments are ordered), and a group that goes out.
 * <b>Source</b>: GROUP BY, SELECT DISTINCT; Budiu et al., "DBSP", 2023.
 *
 * <p>Layout written (version 2): byte version; long last watermark; int number of partitions, 1; the {@link RowTable}, whose payload is what the
 * aggregates keep, in order, and then, if there are closing columns, a slot that is of no use in the file; then what {@link
 * Accumulators#write} writes.
 */
public final class AggregateOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    private static final int VERSION = 2;
    private static final int PARTITIONS = 1;

    /** So few rows are worked on at a time that the state rows found stay in the first-level cache until they have been updated. */
    private static final int CHUNK_ROWS = 512;

    private final AggregateSpec spec;
    private final Accumulators accumulators;
    private final RowTable table;
    private final ClosingBuckets buckets;
    private final LatenessJudge judge;
    private final GroupOutput groups;
    private final RowUpdates updates = new RowUpdates();
    private final int[] accepted = new int[Batch.MAX_ROWS];
    private final int[] positions = new int[CHUNK_ROWS];
    private final int[] rows = new int[CHUNK_ROWS];
    private final boolean closes;
    private final PermanentGroup permanent;
    private long lastWatermark = Long.MIN_VALUE;
    private boolean permanentKnown;
    private long changedKeys = NONE;

    /**
     * Makes one without groups.
     *
     * @throws CodedException UNSUPPORTED if an aggregate does not take its argument's type
     */
    public AggregateOperator(AggregateSpec spec, Dataflow.RowHandlers handlers) {
        this.spec = spec;
        this.closes = !spec.closingKeys().isEmpty();
        this.accumulators = new Accumulators(spec.accumulators(), spec.input(), spec.inputRetracts());
        List<PhysicalKind> kinds = spec.groupColumns().stream()
                .map(column -> spec.input().type(column).physical())
                .toList();
        int payload = accumulators.slots() + (closes ? 1 : 0);
        RowLayout layout = new RowLayout(kinds, payload, accumulators.references());
        this.table = new RowTable(layout, 0);
        accumulators.bind(table, 0);
        this.permanent = new PermanentGroup(spec, table);
        List<Integer> closing =
                spec.closingKeys().stream().map(ClosingKey::groupIndex).toList();
        this.buckets = new ClosingBuckets(table, closing, closes ? payload - 1 : 0);
        this.judge = new LatenessJudge(spec.closingKeys(), spec.groupColumns(), handlers.late());
        this.groups = new GroupOutput(table, accumulators, spec.output());
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = judge.judge(batch, accepted);
        for (int start = 0; start < count; start += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, count - start);
            System.arraycopy(accepted, start, positions, 0, chunk);
            absorb(batch, chunk);
        }
    }

    private void absorb(Batch batch, int count) {
        locate(batch, count);
        if (spec.finalEmission()) {
            table.addWeights(rows, positions, count, batch.weights);
        } else {
            table.touch(rows, positions, count, batch.weights);
        }
        updates.set(batch, table, positions, rows, count);
        accumulators.update(updates);
    }

    /**
     * Takes groups in that have been added up elsewhere, as if their rows came.
     *
     * @param keys the group columns
     * @param partials what has been added up for each of them, in rows of {@code layout}, of aggregates that {@link Accumulators#merge() merge}
     */
    public void merge(List<Column> keys, SlabRows partials, RowLayout layout) {
        RowMerges merges = new RowMerges(partials, layout, table);
        int[] all = IntStream.range(0, partials.count()).toArray();
        locate(keys, all, all.length, merges.rows());
        if (!spec.finalEmission()) {
            table.touch(merges.rows(), all, all.length, new int[all.length]);
        }
        merges.addWeights();
        accumulators.merge(merges);
    }

    private void locate(Batch batch, int count) {
        List<Column> keys = new ArrayList<>(spec.groupColumns().size());
        for (int column : spec.groupColumns()) {
            keys.add(batch.column(column));
        }
        locate(keys, positions, count, rows);
    }

    private void locate(List<Column> keys, int[] at, int count, int[] found) {
        int inserted = table.locate(keys, at, count, found);
        for (int i = 0; closes && i < inserted; i++) {
            ClosingBuckets.Bucket added = buckets.add(table.insertedRow(i));
            if (added != null) {
                requireOpen(added);
            }
        }
    }

    private void requireOpen(ClosingBuckets.Bucket bucket) {
        long[] bounds = judge.bounds(lastWatermark);
        for (int key = 0; key < bounds.length; key++) {
            if (!bucket.isNull(key) && bucket.value(key) <= bounds[key]) {
                throw CodedException.internal("a row came for group \""
                        + spec.closingKeys().get(key).column() + "\" = " + bucket.value(key)
                        + ", which the watermark " + bounds[key] + " has closed");
            }
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        boolean ended = watermark == Long.MAX_VALUE && lastWatermark != Long.MAX_VALUE;
        accumulators.endEpoch();
        if (spec.hasPermanentGroup() && !permanentKnown) {
            permanent.add();
        }
        if (!spec.finalEmission()) {
            emitChanges(out);
            permanentKnown = spec.hasPermanentGroup();
        }
        if (closes) {
            close(ended ? buckets.takeAll() : buckets.takeClosed(judge.bounds(watermark)), out);
        } else if (ended && spec.finalEmission()) {
            emitAll(out);
        }
        changedKeys = spec.finalEmission() ? NONE : table.dirtyCount();
        table.endEpoch();
        lastWatermark = Math.max(lastWatermark, watermark);
        return watermark;
    }

    @Override
    public long changedKeys() {
        return changedKeys;
    }

    @Override
    public long earliestOpen() {
        return closes ? buckets.earliest() : NONE;
    }

    private void emitChanges(Output out) {
        int count = table.dirtyCount();
        for (int i = 0; i < count; i++) {
            boolean before = table.hasBeforeImage(i) || (permanentKnown && permanent.is(table.dirtyRow(i)));
            boolean after = isPresent(table.dirtyRow(i));
            if (before && after) {
                groups.addChange(i, out);
            } else if (before) {
                groups.addFormer(i, out);
            } else if (after) {
                groups.addPresent(table.dirtyRow(i), out);
            }
        }
        groups.flush(out);
        for (int i = 0; i < count; i++) {
            int row = table.dirtyRow(i);
            if (!isPresent(row)) {
                if (closes) {
                    buckets.remove(row);
                }
                free(row);
            }
        }
    }

    private boolean isPresent(int row) {
        long weight = table.weight(row);
        if (weight < 0) {
            throw CodedException.of(
                    ErrorCode.INTERNAL, "a group has weight " + weight + ": more was taken back than had come");
        }
        return weight > 0 || permanent.is(row);
    }

    private void close(List<ClosingBuckets.Bucket> closed, Output out) {
        if (spec.finalEmission()) {
            for (ClosingBuckets.Bucket bucket : closed) {
                for (int row = bucket.first(); row >= 0; row = buckets.next(row)) {
                    if (isPresent(row)) {
                        groups.addPresent(row, out);
                    }
                }
            }
            groups.flush(out);
        }
        table.beginFree(closed.stream().mapToLong(ClosingBuckets.Bucket::rows).sum());
        for (ClosingBuckets.Bucket bucket : closed) {
            int row = bucket.first();
            while (row >= 0) {
                int next = buckets.next(row);
                if (!permanent.is(row)) {
                    accumulators.release(row);
                    table.freeNext(row);
                }
                row = next;
            }
        }
        table.endFree();
    }

    private void free(int row) {
        accumulators.release(row);
        table.free(row);
    }

    private void emitAll(Output out) {
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            if (isPresent(row)) {
                groups.addPresent(row, out);
            }
        }
        groups.flush(out);
        table.clear();
        accumulators.clear();
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
        return "aggregate/" + VERSION + " " + table.layout() + " " + spec.accumulators() + " " + accumulators.layout()
                + closing + spec.permanentSet() + (spec.finalEmission() ? " final" : " early");
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(lastWatermark);
        out.writeInt(PARTITIONS);
        table.write(out);
        accumulators.write(out);
    }

    @Override
    public Capture capture(boolean whole) {
        return accumulators.keepArguments() ? new CopiedCapture(this::write) : new Captured(whole);
    }

    /** The table frozen, without anything beside it. */
    private final class Captured implements Capture {
        private final long watermark = lastWatermark;
        private final boolean whole;
        private final FrozenRows rows;

        Captured(boolean whole) {
            this.whole = whole;
            this.rows = table.capture(whole);
        }

        @Override
        public boolean isWhole() {
            return whole;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(VERSION);
            out.writeLong(watermark);
            out.writeInt(PARTITIONS);
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
            int partitions = in.readInt();
            if (version != VERSION || partitions != PARTITIONS) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the state of an aggregate has version " + version + " and " + partitions
                                + " partitions, expected " + VERSION + " and " + PARTITIONS);
            }
        }
        table.load(segments);
        accumulators.load(segments.get(segments.size() - 1), table);
        lastWatermark = watermark;
        permanentKnown = permanent.find();
        buckets.clear();
        for (int row = table.nextRow(0); closes && row >= 0; row = table.nextRow(row + 1)) {
            buckets.add(row);
        }
    }

    @Override
    public long rows() {
        return table.rows() + accumulators.rows();
    }

    @Override
    public long sizeBytes() {
        return table.sizeBytes() + buckets.sizeBytes() + accumulators.sizeBytes();
    }
}
