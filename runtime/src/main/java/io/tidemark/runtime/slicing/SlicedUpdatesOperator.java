package io.tidemark.runtime.slicing;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.operator.AggregateOperator;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.SlabRows;
import java.util.Optional;

/**
 * Groups and aggregates over windows that overlap, in EARLY emission: the rows of an epoch are added up by group and slice, and at its end what
 * came of that is added to the groups of the open windows, which an {@link AggregateOperator} keeps.
 *
 * <p><b>Shape</b>, <b>Errors</b>, state: those of the {@link AggregateOperator}. <b>Cost</b>: O(1) a row that comes in, whatever the number of
 * windows, and O(windows) a group and slice touched.
 */
public final class SlicedUpdatesOperator implements Operator {

    private static final int CHUNK_ROWS = 512;

    private final Slices slices;
    private final SlicedRows rows;
    private final AggregateOperator windows;
    private final SlabRows partials = new SlabRows();

    /** Makes one without groups. */
    public SlicedUpdatesOperator(Slices slices, Dataflow.RowHandlers handlers) {
        this.slices = slices;
        this.rows = new SlicedRows(slices);
        this.windows = new AggregateOperator(slices.spec(), handlers);
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        rows.add(batch, Long.MIN_VALUE);
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        for (long slice : rows.slices.times()) {
            merge(rows.slices, slice, slice, slices.lastEnd(slice));
        }
        for (long end : rows.windows.times()) {
            merge(rows.windows, end, end, end);
        }
        rows.clear();
        return windows.endEpoch(epoch, watermark, out);
    }

    /** Adds the groups of a time to the windows that end from {@code firstEnd} to {@code lastEnd}. */
    private void merge(TimedGroups groups, long time, long firstEnd, long lastEnd) {
        int count = groups.count(time);
        for (int first = 0; first < count; first += CHUNK_ROWS) {
            groups.collect(time, first, Math.min(CHUNK_ROWS, count - first), partials);
            for (long end = firstEnd; end <= lastEnd; end += slices.slideMicros()) {
                windows.merge(slices.groupColumns(partials, groups.layout(), end), partials, groups.layout());
            }
        }
    }

    /** Between epochs, that of the windows is all there is. */
    @Override
    public Optional<OperatorState> state() {
        return windows.state();
    }
}
