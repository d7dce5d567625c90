package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.over.Frame.Bound;
import java.util.List;

/**
 * Where the frame of each row of a partition begins and ends. Neither ever moves back from one row to the next.
 *
 * <p>Where bounds are differences, a row whose ordering value is NULL has those for its frame that tie with it.
 */
final class FramePlaces {

    private final PartitionRows partition;
    private final Frame frame;
    private final List<SortSpec.Key> order;
    private final int[] starts;
    private final int[] ends;

    FramePlaces(PartitionRows partition, Frame frame, List<SortSpec.Key> order) {
        this.partition = partition;
        this.frame = frame;
        this.order = order;
        int count = partition.count();
        this.starts = new int[count];
        this.ends = new int[count];
        for (int place = 0; place < count; place++) {
            starts[place] = clipped(edge(place, frame.start(), true));
            ends[place] = Math.max(starts[place], clipped(edge(place, frame.end(), false)));
        }
    }

    private int clipped(long place) {
        return (int) Math.max(0, Math.min(partition.count(), place));
    }

    /** The first place of a row's frame. */
    int start(int place) {
        return starts[place];
    }

    /** The place after the last of a row's frame. */
    int end(int place) {
        return ends[place];
    }

    /** Whether anything is left out between start and end of a frame. */
    boolean excludes() {
        return frame.exclusion() != Frame.Exclusion.NO_OTHERS;
    }

    /** Whether a place between start and end of a row's frame is left out. */
    boolean isExcluded(int place, int other) {
        boolean ties = other >= partition.tieStart(place) && other < partition.tieEnd(place);
        return switch (frame.exclusion()) {
            case NO_OTHERS -> false;
            case CURRENT_ROW -> other == place;
            case GROUP -> ties;
            case TIES -> ties && other != place;
        };
    }

    private long edge(int place, Bound bound, boolean start) {
        return switch (bound.direction()) {
            case UNBOUNDED_PRECEDING -> 0;
            case UNBOUNDED_FOLLOWING -> partition.count();
            case CURRENT_ROW -> {
                if (frame.rows()) {
                    yield start ? place : place + 1L;
                }
                yield start ? partition.tieStart(place) : partition.tieEnd(place);
            }
            case PRECEDING -> frame.rows() ? rows(place, -bound.offset(), start) : range(place, bound, start);
            case FOLLOWING -> frame.rows() ? rows(place, bound.offset(), start) : range(place, bound, start);
        };
    }

    private long rows(int place, long offset, boolean start) {
        long least = -1L - place;
        long most = (long) partition.count() - place;
        return place + Math.max(least, Math.min(most, offset)) + (start ? 0 : 1);
    }

    private int range(int place, Bound bound, boolean start) {
        SortSpec.Key key = order.get(0);
        Column column = partition.column(key.column());
        if (column.isNull(place)) {
            return start ? partition.tieStart(place) : partition.tieEnd(place);
        }
        boolean up = (bound.direction() == Frame.Direction.FOLLOWING) != key.descending();
        int low = 0;
        int high = partition.count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int compared = compareToBound(column, middle, place, bound, up);
            boolean before = start ? compared < 0 : compared <= 0;
            if (before) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Below 0 if the row at {@code other} comes before the bound of that at {@code place}, above it if it comes after. */
    private int compareToBound(Column column, int other, int place, Bound bound, boolean up) {
        SortSpec.Key key = order.get(0);
        if (column.isNull(other)) {
            return key.nullsFirst() ? -1 : 1;
        }
        int compared;
        if (column instanceof DoubleColumn doubles) {
            double value = doubles.values[place];
            compared = Double.compare(
                    doubles.values[other], (up ? value + bound.approximate() : value - bound.approximate()) + 0.0);
        } else {
            long[] values = ((LongColumn) column).values;
            compared = Long.compare(values[other], moved(values[place], up ? bound.offset() : -bound.offset()));
        }
        return key.descending() ? -compared : compared;
    }

    private static long moved(long value, long offset) {
        long sum = value + offset;
        boolean overflows = ((value ^ sum) & (offset ^ sum)) < 0;
        return overflows ? (offset < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}
