package io.tidemark.runtime.slicing;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import org.jspecify.annotations.Nullable;

/**
 * The groups of the slices, and beside them those of windows: the few rows that are late for some of their windows go into each of the others.
 * Where windows grow, such a row is taken as one of the slice that ends where its first open window does, since the later windows are the same.
 */
final class SlicedRows {

    private final Slices spec;
    private final int[] positions = new int[Batch.MAX_ROWS];

    /** By the ends of slices. */
    final TimedGroups slices;

    /** By the ends of windows. */
    final TimedGroups windows;

    SlicedRows(Slices spec) {
        this.spec = spec;
        this.slices = new TimedGroups(spec);
        this.windows = new TimedGroups(spec);
    }

    /**
     * Adds the rows of a batch.
     *
     * @param closed windows up to this have been given out
     */
    void add(Batch batch, long closed) {
        LongColumn ends = spec.ends(batch);
        LongColumn open = spec.firstOpen(batch);
        boolean partly = open != null && !spec.cumulates();
        int count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (!partly || !isPartlyLate(open, ends, position)) {
                positions[count++] = position;
            }
        }
        slices.add(batch, open != null && spec.cumulates() ? open : ends, positions, count, closed);
        if (partly && open != null) {
            addToWindows(batch, ends, open, closed);
        }
    }

    private static boolean isPartlyLate(@Nullable LongColumn open, LongColumn ends, int position) {
        return open != null && open.values[position] != ends.values[position];
    }

    private void addToWindows(Batch batch, LongColumn ends, LongColumn open, long closed) {
        int[] one = new int[1];
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            if (isPartlyLate(open, ends, position)) {
                one[0] = position;
                long[] times = new long[position + 1];
                LongColumn time = new LongColumn(ends.type(), times, null);
                long last = spec.lastEnd(ends.values[position]);
                for (long end = open.values[position]; end <= last; end += spec.slideMicros()) {
                    times[position] = end;
                    windows.add(batch, time, one, 1, closed);
                }
            }
        }
    }

    long rows() {
        return slices.rows() + windows.rows();
    }

    long sizeBytes() {
        return slices.sizeBytes() + windows.sizeBytes();
    }

    void endEpoch() {
        slices.endEpoch();
        windows.endEpoch();
    }

    void clear() {
        slices.clear();
        windows.clear();
    }
}
