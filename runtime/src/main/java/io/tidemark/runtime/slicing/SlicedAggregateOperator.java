package io.tidemark.runtime.slicing;

import io.tidemark.runtime.batch.Batch;
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
import java.util.List;
import java.util.Optional;

/**
 * Groups and aggregates over windows that overlap, in FINAL emission: Δout = the groups of each window that the watermark closes, put together
 * from the groups of its slices.
 *
 * <p>From one window to the next the sum of its slices is kept where that is exact: windows that grow only add their newest slice; others take
 * away those that they leave behind, if every aggregate can. Else each window is put together anew, slice by slice in the order of time: what
 * comes out does not depend on how the rows were cut into epochs.
 *
 * <p><b>Shape</b>: as of {@code AggregateOperator}, each window's groups together, the windows in the order of their ends. <b>Errors</b>: as of
 * {@code AggregateOperator}. <b>Cost</b>: a state row a group and slice; O(1) a row that comes in, whatever the number of windows; a slice is
 * added and taken away once, or, where that can't be, added to each of its windows. <b>Source</b>: Li et al., "No pane, no gain", 2005.
 *
 * <p>Layout written (version 1): byte version; long the end up to which windows have been given out; the {@code RowTable} of the slices' groups,
 * that of the windows' groups. Keys: the plain group columns, then the end.
 */
public final class SlicedAggregateOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    private static final int VERSION = 1;

    private final Slices slices;
    private final SlicedRows rows;
    private final WindowSum sum;
    private final boolean keepsSum;
    private long firedUpTo = Long.MIN_VALUE;
    private long summedUpTo = Long.MIN_VALUE;

    /** Makes one without groups. */
    public SlicedAggregateOperator(Slices slices) {
        this.slices = slices;
        this.rows = new SlicedRows(slices);
        this.sum = new WindowSum(slices, rows.slices.layout());
        this.keepsSum = slices.cumulates() || rows.slices.subtract();
    }

    static CodedException closed(long end, long closed) {
        return CodedException.internal("a row came for a slice or window that ends at " + end + ", and those up to "
                + closed + " have been closed");
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        rows.add(batch, slices.spec().closingKeys().isEmpty() ? Long.MIN_VALUE : firedUpTo);
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        long closed = slices.closedUpTo(watermark);
        if (closed > firedUpTo) {
            for (long end = next(); end <= closed && end != Long.MAX_VALUE; end = next()) {
                fire(end, out);
                firedUpTo = end;
            }
            firedUpTo = closed;
            retire();
        }
        rows.endEpoch();
        sum.endEpoch();
        return watermark;
    }

    /** The end of the next window that has rows; MAX_VALUE if there is none. */
    private long next() {
        retire();
        Long slice = rows.slices.firstTime();
        Long window = rows.windows.firstTime();
        long next = window == null ? Long.MAX_VALUE : window;
        if (slice != null) {
            long behind = firedUpTo < slice ? 0 : (firedUpTo - slice) / slices.slideMicros() + 1;
            next = Math.min(next, slice + behind * slices.slideMicros());
        }
        return next;
    }

    /** Not counted: slices are added to, and no row is given out before its window is closed. */
    @Override
    public long changedKeys() {
        return NONE;
    }

    @Override
    public long earliestOpen() {
        long end = next();
        if (end == Long.MAX_VALUE || slices.spec().closingKeys().isEmpty()) {
            return NONE;
        }
        int group = slices.spec().closingKeys().get(0).groupIndex();
        return slices.value(slices.parts().get(group), end);
    }

    /** Drops the slices of which all windows have been given out. */
    private void retire() {
        Long first = rows.slices.firstTime();
        while (first != null && slices.lastEnd(first) <= firedUpTo) {
            leave(first);
            rows.slices.remove(first);
            first = rows.slices.firstTime();
        }
    }

    private void leave(long slice) {
        if (keepsSum && !slices.cumulates() && slice <= summedUpTo) {
            sum.merge(rows.slices, slice, true);
        }
    }

    private void fire(long end, Output out) {
        long start = slices.start(end);
        boolean anew = !keepsSum || (slices.cumulates() && slices.start(summedUpTo) != start);
        if (anew || summedUpTo == Long.MIN_VALUE) {
            sum.clear();
            summedUpTo = start;
        }
        for (long slice : rows.slices.times(Math.max(start, summedUpTo), end)) {
            sum.merge(rows.slices, slice, false);
        }
        summedUpTo = end;
        boolean more = rows.windows.count(end) > 0;
        if (more) {
            sum.merge(rows.windows, end, false);
        }
        sum.emit(end, out);
        if (more && keepsSum) {
            sum.merge(rows.windows, end, true);
        }
        rows.windows.remove(end);
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "sliced/" + VERSION + " " + rows.slices.layout() + " "
                + slices.spec().accumulators() + " "
                + slices.sizeMicros() + "/" + slices.slideMicros() + "+" + slices.offsetMicros()
                + (slices.cumulates() ? " cumulating" : "");
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(firedUpTo);
        rows.slices.write(out);
        rows.windows.write(out);
    }

    @Override
    public Capture capture(boolean whole) {
        return new Captured(whole, firedUpTo, rows.slices.capture(whole), rows.windows.capture(whole));
    }

    private record Captured(boolean isWhole, long firedUpTo, FrozenRows slices, FrozenRows windows) implements Capture {

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(VERSION);
            out.writeLong(firedUpTo);
            slices.write(out);
            windows.write(out);
        }

        @Override
        public void release() {
            slices.release();
            windows.release();
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    @Override
    public void load(List<? extends DataInput> segments) throws IOException {
        for (DataInput in : segments) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the state of a sliced aggregate has version " + version + ", expected " + VERSION);
            }
            firedUpTo = in.readLong();
        }
        rows.slices.load(segments);
        rows.windows.load(segments);
        sum.clear();
        summedUpTo = Long.MIN_VALUE;
    }

    @Override
    public long rows() {
        return rows.rows();
    }

    @Override
    public long sizeBytes() {
        return rows.sizeBytes() + sum.sizeBytes();
    }
}
