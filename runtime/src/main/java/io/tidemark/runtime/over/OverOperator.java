package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.order.ClosingPartitions;
import io.tidemark.runtime.order.OrderedRows;
import io.tidemark.runtime.order.OrderedState;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Functions of the rows around each row. With f(P) the rows of partition P, each with what the functions give for it, Δout = the sum, over each
 * partition P touched, of -f(P) + f(P'); in FINAL emission, the sum of +f(P') over each partition closed.
 *
 * <p>What was given out before is not kept, but worked out again from the rows as they were. Ties are broken by all columns, so that what comes
 * out does not depend on the order of arrival.
 *
 * <p>A partition is closed when one of its closing columns is at or below that column's watermark; it is then forgotten, and the rows that were
 * given out of it stay.
 *
 * <p><b>Shape</b>: out has the input's columns, then one a function. <b>Errors</b>: ROW_ERROR_OVERFLOW when a result is out of its type's range:
 * the epoch fails. INTERNAL when a row was taken back more often than it came, or comes for a partition that is closed. <b>Cost</b>: a state row
 * for each different row; at the end of an epoch, for each partition touched, a walk along its rows, and the functions of those whose frames reach a
 * changed row, or of all where one reaches to an end of the partition; and memory for them while it is worked on. <b>Source</b>: windows of
 * SQL:2011; the difference of a function's results over whole partitions, the general case of Budiu et al., "DBSP", 2023.
 *
 * <p>Layout written: see {@link OrderedState}.
 */
public final class OverOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    /** Payload of a row: its weight before the epoch, plus 1, if it has been touched; else 0. */
    private static final int BEFORE = 1;

    /** Payload of a partition. */
    private static final int DIRTY = 1;

    private static final int LINK = 2;

    private final OverSpec spec;
    private final OrderedRows ordered;
    private final RowTable rows;
    private final ClosingPartitions closing;
    private final LatenessJudge judge;
    private final WindowResults results;
    private final FrameReach reach;
    private final TouchedRange range;
    private final OverOutput output;
    private final int beforeSlot;
    private final int dirtySlot;
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] partitionsFound = new int[Batch.MAX_ROWS];
    private final int[] rowsFound = new int[Batch.MAX_ROWS];
    private List<Integer> dirty = new ArrayList<>();
    private long lastChanged;

    /** Makes one without rows. */
    public OverOperator(OverSpec spec, Dataflow.RowHandlers handlers) {
        this.spec = spec;
        this.ordered = new OrderedRows(spec.input(), spec.partitionColumns(), spec.order(), 1, 2, false);
        this.rows = ordered.rows();
        this.closing = new ClosingPartitions(spec.closingKeys(), ordered.partitions(), LINK);
        this.judge = spec.judge(handlers.late());
        this.results = new WindowResults(spec);
        this.reach = FrameReach.of(spec.calls(), results::isSummed);
        this.range = new TouchedRange(ordered, spec, reach);
        this.output = new OverOutput(rows, spec.output(), spec.input().size());
        this.beforeSlot = rows.layout().payloadSlot(BEFORE);
        this.dirtySlot = ordered.partitions().layout().payloadSlot(DIRTY);
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = judge.judge(batch, positions);
        int made = ordered.locatePartitions(batch, positions, count, partitionsFound);
        for (int i = 0; i < made; i++) {
            closing.open(ordered.partitions().insertedRow(i));
        }
        ordered.locateRows(batch, positions, count, rowsFound);
        for (int i = 0; i < count; i++) {
            int row = rowsFound[i];
            long[] page = rows.page(row);
            int base = rows.base(row);
            if (page[base + beforeSlot] == 0) {
                page[base + beforeSlot] = rows.weight(row) + 1;
            }
            if (!ordered.isLinked(row)) {
                ordered.link(partitionsFound[i], row);
            }
            markDirty(partitionsFound[i]);
        }
        rows.addWeights(rowsFound, positions, count, batch.weights);
    }

    private void markDirty(int partition) {
        long[] page = ordered.partitions().page(partition);
        int at = ordered.partitions().base(partition) + dirtySlot;
        if (page[at] == 0) {
            page[at] = 1;
            dirty.add(partition);
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        for (int partition : dirty) {
            ordered.partitions().page(partition)[ordered.partitions().base(partition) + dirtySlot] = 0;
            endPartition(partition, out);
        }
        lastChanged = dirty.size();
        dirty = new ArrayList<>();
        List<Integer> closed = closing.close(watermark);
        for (int partition : closed) {
            if (spec.finalEmission()) {
                giveOut(partition, out);
            }
        }
        output.flush(out);
        closed.forEach(ordered::free);
        ordered.endEpoch();
        return watermark;
    }

    private void endPartition(int partition, Output out) {
        List<Integer> all = new ArrayList<>();
        List<Integer> touched = new ArrayList<>();
        int first = -1;
        int last = -1;
        OrderedRows.Cursor cursor = ordered.cursor(partition);
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            weight(row);
            if (rows.page(row)[rows.base(row) + beforeSlot] != 0) {
                touched.add(row);
                first = first < 0 ? all.size() : first;
                last = all.size();
            }
            all.add(row);
        }
        if (!spec.finalEmission()) {
            int start = range.start(all, first);
            emitDifference(all.subList(0, start), all.subList(start, range.end(all, last)), out);
            output.flush(out);
        }
        for (int row : touched) {
            rows.page(row)[rows.base(row) + beforeSlot] = 0;
            if (rows.weight(row) == 0) {
                ordered.unlink(row);
                rows.free(row);
            }
        }
        if (ordered.entries(partition) == 0) {
            closing.remove(partition);
            ordered.partitions().free(partition);
        }
    }

    private long weightBefore(int row) {
        long before = rows.page(row)[rows.base(row) + beforeSlot];
        return before == 0 ? rows.weight(row) : before - 1;
    }

    private long weight(int row) {
        long weight = rows.weight(row);
        if (weight < 0) {
            throw CodedException.internal(
                    "a row of a window has weight " + weight + ": more was taken back than had come");
        }
        return weight;
    }

    /** Row by row, takes back what is no longer so and gives out what it has become; the rows in front have not changed. */
    private void emitDifference(List<Integer> inFront, List<Integer> some, Output out) {
        PartitionRows before = new PartitionRows(ordered, spec.input());
        PartitionRows after = new PartitionRows(ordered, spec.input());
        long[] sums = new long[results.sumSlots()];
        if (reach.sums() && !inFront.isEmpty()) {
            PartitionRows front = new PartitionRows(ordered, spec.input());
            inFront.forEach(row -> front.add(row, rows.weight(row)));
            front.finish();
            long ties = front.ties();
            results.sum(front, front.count(), sums, 0);
            before.begin(front.count(), ties);
            after.begin(front.count(), ties);
        }
        for (int row : some) {
            before.add(row, weightBefore(row));
            after.add(row, rows.weight(row));
        }
        before.finish();
        after.finish();
        List<Column> old = before.count() == 0 ? List.of() : results.columns(before, sums, 0);
        List<Column> now = after.count() == 0 ? List.of() : results.columns(after, sums, 0);
        int oldPlace = 0;
        int nowPlace = 0;
        for (int row : some) {
            while (oldPlace < before.count() && before.row(oldPlace) == row) {
                boolean both = nowPlace < after.count() && after.row(nowPlace) == row;
                if (!both || !same(old, oldPlace, now, nowPlace)) {
                    output.add(row, -1, old, oldPlace, out);
                    if (both) {
                        output.add(row, 1, now, nowPlace, out);
                    }
                }
                oldPlace++;
                nowPlace += both ? 1 : 0;
            }
            while (nowPlace < after.count() && after.row(nowPlace) == row) {
                output.add(row, 1, now, nowPlace++, out);
            }
        }
    }

    private static boolean same(List<Column> old, int oldPlace, List<Column> now, int nowPlace) {
        for (int i = 0; i < old.size(); i++) {
            if (!ColumnParts.same(old.get(i), oldPlace, now.get(i), nowPlace)) {
                return false;
            }
        }
        return true;
    }

    private void giveOut(int partition, Output out) {
        PartitionRows all = new PartitionRows(ordered, spec.input());
        OrderedRows.Cursor cursor = ordered.cursor(partition);
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            all.add(row, weight(row));
        }
        all.finish();
        List<Column> columns = results.columns(all);
        for (int place = 0; place < all.count(); place++) {
            output.add(all.row(place), 1, columns, place, out);
        }
    }

    /** The partitions that the last epoch changed. */
    @Override
    public long changedKeys() {
        return lastChanged;
    }

    @Override
    public long earliestOpen() {
        return closing.earliest();
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "over/1 " + rows.layout() + " " + spec.partitionColumns() + " " + spec.order()
                + (spec.finalEmission() ? " final" : " early");
    }

    @Override
    public void write(DataOutput out) throws IOException {
        OrderedState.write(rows, closing.lastWatermark(), out);
    }

    @Override
    public Capture capture(boolean whole) {
        return OrderedState.capture(rows, closing.lastWatermark(), whole);
    }

    @Override
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    @Override
    public void load(List<? extends DataInput> segments) throws IOException {
        closing.restart(OrderedState.readHead(segments));
        ordered.load(segments, (partition, isNew, row) -> {
            if (isNew) {
                closing.load(partition);
            }
        });
    }

    @Override
    public long rows() {
        return rows.rows();
    }

    @Override
    public long sizeBytes() {
        return ordered.sizeBytes() + closing.sizeBytes();
    }
}
