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
import io.tidemark.runtime.order.OrderedRows;
import io.tidemark.runtime.state.OrderedIndex;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Functions of the rows around each row, in the order of time, in FINAL emission: with v the watermark of the time, Δout = the rows at or below v
 * whose frames can change no more and that have not been given out, each with what the functions give for it.
 *
 * <p>A row waits until v has passed its time and what its frames reach ahead; where they reach ahead by a number of rows, until so many have come.
 * Once the watermark is {@link Long#MAX_VALUE} all rows are given out. A row whose time is NULL is the last of its partition.
 *
 * <p><b>Shape</b>: rows are only added; out has the input's columns, then one a function. <b>Errors</b>: ROW_ERROR_OVERFLOW when a result is out
 * of its type's range: the epoch fails. INTERNAL when a row is taken back, or comes at or below v. <b>Cost</b>: a state row for each different row
 * that waits, or that the frame of one which waits or is to come can reach; where a frame begins with its partition, sums of the others, of which
 * there are then as many as partitions. At the end of an epoch O(rows that become final + rows in reach) a partition that has such. <b>Source</b>:
 * windows of SQL:2011.
 *
 * <p>Layout written (version 1): byte version; long last watermark; the table of partitions, whose payload says how many of its rows have been
 * given out, how many have gone, and their sums; the table of rows.
 */
public final class TimedOverOperator implements Operator, OperatorState, KeyedProgress {

    private static final int VERSION = 1;

    /** Payload of a partition: how many of the places kept have been given out. */
    private static final int GIVEN = 1;

    /** How many rows have gone, and how many different values of the order they had. */
    private static final int GONE = 2;

    private static final int TIES_GONE = 3;
    private static final int SUMS = 4;

    private final TimedSpec spec;
    private final WindowResults results;
    private final FrameReach reach;
    private final OrderedRows ordered;
    private final RowTable rows;
    private final RowTable partitions;

    /** The rows that wait for the time to pass which their frames reach ahead. */
    private final OrderedIndex waiting;

    /** Where rows wait for a number of others as well: those that do not count yet. */
    private final OrderedIndex arriving;

    private final LatenessJudge judge;
    private final OverOutput output;
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] partitionsFound = new int[Batch.MAX_ROWS];
    private final int[] rowsFound = new int[Batch.MAX_ROWS];
    private long lastWatermark = Long.MIN_VALUE;
    private long changed;

    /** Makes one without rows. */
    public TimedOverOperator(TimedSpec spec, Dataflow.RowHandlers handlers) {
        this.spec = spec;
        OverSpec window = spec.window();
        this.results = new WindowResults(window);
        this.reach = FrameReach.of(window.calls(), results::isSummed);
        this.ordered = new OrderedRows(
                window.input(), window.partitionColumns(), window.order(), 0, SUMS - 1 + results.sumSlots(), false);
        this.rows = ordered.rows();
        this.partitions = ordered.partitions();
        RowOrder byTime = new RowOrder(rows, List.of(new RowOrder.By(spec.timeColumn(), false, false)));
        this.waiting = new OrderedIndex(byTime);
        this.arriving = new OrderedIndex(byTime);
        this.judge = spec.judge(handlers.late());
        this.output = new OverOutput(rows, window.output(), window.input().size());
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = judge.judge(batch, positions);
        ordered.locatePartitions(batch, positions, count, partitionsFound);
        ordered.locateRows(batch, positions, count, rowsFound);
        long bound = spec.watermark().applyAsLong(lastWatermark);
        for (int i = 0; i < count; i++) {
            if (batch.weight(positions[i]) < 0) {
                throw CodedException.internal("a row was taken back that OVER by time had to take as final");
            }
            int row = rowsFound[i];
            if (bound != Long.MIN_VALUE && !isNull(row) && time(row) <= bound) {
                throw CodedException.internal(
                        "a row came at " + time(row) + ", where the watermark " + bound + " has closed all");
            }
            if (!ordered.isLinked(row)) {
                ordered.link(partitionsFound[i], row);
                await(row);
            }
        }
        rows.addWeights(rowsFound, positions, count, batch.weights);
    }

    private boolean isNull(int row) {
        return rows.layout().isKeyNull(rows.page(row), rows.base(row), spec.timeColumn());
    }

    private long time(int row) {
        return rows.page(row)[rows.base(row) + rows.layout().keySlot(spec.timeColumn())];
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        boolean ended = watermark == Long.MAX_VALUE && lastWatermark != Long.MAX_VALUE;
        long bound = spec.watermark().applyAsLong(Math.max(lastWatermark, watermark));
        Set<Integer> due = ended ? all() : due(bound);
        lastWatermark = Math.max(lastWatermark, watermark);
        changed = due.size();
        for (int partition : due) {
            advance(partition, bound, ended, out);
        }
        ordered.endEpoch();
        return watermark;
    }

    private Set<Integer> all() {
        Set<Integer> all = new LinkedHashSet<>();
        for (int row = rows.nextRow(0); row >= 0; row = rows.nextRow(row + 1)) {
            all.add(ordered.partition(row));
        }
        waiting.clear();
        arriving.clear();
        return all;
    }

    private void await(int row) {
        waiting.insert(0, row);
        if (reach.rowsAhead() > 0 && reach.timeAhead() > 0) {
            arriving.insert(0, row);
        }
    }

    /** The partitions of which something may have become final; the rows that brought it about don't wait any more. */
    private Set<Integer> due(long bound) {
        Set<Integer> due = new LinkedHashSet<>();
        take(waiting, bound, reach.timeAhead(), due);
        take(arriving, bound, 0, due);
        return due;
    }

    private void take(OrderedIndex from, long bound, long ahead, Set<Integer> due) {
        List<Integer> taken = new ArrayList<>();
        OrderedIndex.Cursor cursor = from.cursor(0);
        for (int row = cursor.next(); row >= 0 && isReached(row, bound, ahead); row = cursor.next()) {
            taken.add(row);
            due.add(ordered.partition(row));
        }
        for (int row : taken) {
            from.remove(0, row);
        }
    }

    private boolean isReached(int row, long bound, long ahead) {
        return bound != Long.MIN_VALUE && !isNull(row) && time(row) <= bound - ahead;
    }

    /** Gives out what is final of a partition, and forgets what nobody needs any more. */
    private void advance(int partition, long bound, boolean ended, Output out) {
        PartitionRows known = new PartitionRows(ordered, spec.window().input());
        OrderedRows.Cursor cursor = ordered.cursor(partition);
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            if (!ended && (isNull(row) || time(row) > bound)) {
                break;
            }
            known.add(row, rows.weight(row));
        }
        known.begin(get(partition, GONE), get(partition, TIES_GONE));
        known.finish();
        int given = (int) get(partition, GIVEN);
        int end = finalEnd(known, bound, ended);
        long[] page = partitions.page(partition);
        int sums = partitions.base(partition) + partitions.layout().payloadSlot(SUMS);
        if (end > given) {
            List<Column> columns = results.columns(known, page, sums);
            for (int place = given; place < end; place++) {
                output.add(known.row(place), 1, columns, place, out);
            }
            output.flush(out);
        }
        int gone = ended ? known.count() : dropEnd(known, end, bound);
        results.sum(known, gone, page, sums);
        set(partition, GIVEN, end - gone);
        drop(partition, known, gone, ended);
    }

    /** The place after the last row whose frames can change no more. */
    private int finalEnd(PartitionRows known, long bound, boolean ended) {
        if (ended) {
            return known.count();
        }
        int end = (int) Math.max(0, known.count() - Math.min(known.count(), reach.rowsAhead()));
        while (end > 0 && time(known.row(end - 1)) > bound - reach.timeAhead()) {
            end--;
        }
        return end;
    }

    /** The place before which no row is needed any more, neither by those that wait nor by those that are to come. */
    private int dropEnd(PartitionRows known, int end, long bound) {
        if (reach.keepsAll()) {
            return 0;
        }
        int keep = (int) Math.max(0, end - Math.min(end, reach.rowsBehind()));
        long next = end < known.count() ? time(known.row(end)) : bound + 1;
        while (reach.timeBehind() > 0 && keep > 0 && time(known.row(keep - 1)) >= next - reach.timeBehind()) {
            keep--;
        }
        return keep < known.count() ? known.tieStart(keep) : keep;
    }

    private void drop(int partition, PartitionRows known, int gone, boolean ended) {
        long ties = get(partition, TIES_GONE);
        for (int place = 0; place < gone; place++) {
            ties += known.tieStart(place) == place ? 1 : 0;
            boolean isLastCopy = place + 1 == known.count() || known.row(place + 1) != known.row(place);
            if (isLastCopy) {
                ordered.unlink(known.row(place));
                rows.free(known.row(place));
            }
        }
        set(partition, GONE, get(partition, GONE) + gone);
        set(partition, TIES_GONE, ties);
        if (ordered.entries(partition) == 0 && (ended || !reach.sums())) {
            partitions.free(partition);
        }
    }

    private long get(int partition, int payload) {
        return partitions
                .page(partition)[
                partitions.base(partition) + partitions.layout().payloadSlot(payload)];
    }

    private void set(int partition, int payload, long value) {
        partitions
                .page(partition)[
                partitions.base(partition) + partitions.layout().payloadSlot(payload)] = value;
    }

    /** The partitions of which the last epoch has given rows out, or could have. */
    @Override
    public long changedKeys() {
        return changed;
    }

    @Override
    public long earliestOpen() {
        int first = waiting.first(0);
        return first < 0 || isNull(first) ? NONE : time(first);
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "over by time/" + VERSION + " " + rows.layout() + " " + partitions.layout() + " "
                + spec.window().partitionColumns() + " " + spec.window().order();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(lastWatermark);
        partitions.write(out);
        rows.write(out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw CodedException.of(
                    ErrorCode.CORRUPTED, "the state of OVER by time has version " + version + ", expected " + VERSION);
        }
        lastWatermark = in.readLong();
        long bound = spec.watermark().applyAsLong(lastWatermark);
        waiting.clear();
        arriving.clear();
        ordered.loadBoth(in);
        boolean both = reach.rowsAhead() > 0 && reach.timeAhead() > 0;
        for (int row = rows.nextRow(0); row >= 0; row = rows.nextRow(row + 1)) {
            if (!isReached(row, bound, reach.timeAhead())) {
                waiting.insert(0, row);
            }
            if (both && !isReached(row, bound, 0)) {
                arriving.insert(0, row);
            }
        }
    }

    @Override
    public long rows() {
        return rows.rows();
    }

    @Override
    public long sizeBytes() {
        return ordered.sizeBytes() + waiting.sizeBytes() + arriving.sizeBytes();
    }
}
