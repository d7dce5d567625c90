package io.tidemark.runtime.over;

import io.tidemark.runtime.over.Frame.Bound;
import io.tidemark.runtime.over.Frame.Direction;
import java.util.List;

/**
 * How far the functions of a window look from a row, where rows are ordered by time: so how long a row waits for others, and how long it is kept for
 * them.
 *
 * @param rowsBehind how many rows before a row are needed for it
 * @param timeBehind how far back in time rows are needed for a row
 * @param rowsAhead how many rows after a row are needed for it
 * @param timeAhead how far ahead in time rows are needed for a row
 * @param keepsAll whether all rows of a partition are kept: a function needs its first ones, or knows its arguments
 * @param sums whether something of the rows that are not needed any more is kept: how many they were, or aggregates of them
 */
record FrameReach(long rowsBehind, long timeBehind, long rowsAhead, long timeAhead, boolean keepsAll, boolean sums) {

    /**
     * The reach of some functions.
     *
     * @param summed whether the aggregates of a frame that only grows can be kept as a sum of what has gone
     */
    static FrameReach of(List<OverCall> calls, java.util.function.Predicate<Frame> summed) {
        FrameReach all = new FrameReach(0, 0, 0, 0, false, false);
        for (OverCall call : calls) {
            all = all.and(of(call, summed));
        }
        return all;
    }

    private static FrameReach of(OverCall call, java.util.function.Predicate<Frame> summed) {
        return switch (call.kind()) {
            case ROW_NUMBER, RANK, DENSE_RANK -> new FrameReach(0, 0, 0, 0, false, true);
            case NTILE, PERCENT_RANK, CUME_DIST -> new FrameReach(0, 0, 0, 0, true, false);
            case LAG -> looks(-call.number());
            case LEAD -> looks(call.number());
            case FIRST_VALUE, LAST_VALUE, NTH_VALUE, AGGREGATE -> framed(call, summed);
        };
    }

    private static FrameReach looks(long offset) {
        return new FrameReach(Math.max(0, -offset), 0, Math.max(0, offset), 0, false, false);
    }

    private static FrameReach framed(OverCall call, java.util.function.Predicate<Frame> summed) {
        Frame frame = call.frame();
        boolean endless = frame.start().direction() == Direction.UNBOUNDED_PRECEDING;
        boolean sums = endless && call.aggregate().isPresent() && summed.test(frame);
        FrameReach start = reach(frame, frame.start());
        FrameReach end = reach(frame, frame.end());
        FrameReach both = start.and(end);
        return new FrameReach(both.rowsBehind, both.timeBehind, both.rowsAhead, both.timeAhead, endless && !sums, sums);
    }

    private static FrameReach reach(Frame frame, Bound bound) {
        boolean behind = bound.direction() == Direction.PRECEDING;
        boolean ahead = bound.direction() == Direction.FOLLOWING;
        long offset = behind || ahead ? bound.offset() : 0;
        return frame.rows()
                ? new FrameReach(behind ? offset : 0, 0, ahead ? offset : 0, 0, false, false)
                : new FrameReach(0, behind ? offset : 0, 0, ahead ? offset : 0, false, false);
    }

    private FrameReach and(FrameReach other) {
        return new FrameReach(
                Math.max(rowsBehind, other.rowsBehind),
                Math.max(timeBehind, other.timeBehind),
                Math.max(rowsAhead, other.rowsAhead),
                Math.max(timeAhead, other.timeAhead),
                keepsAll || other.keepsAll,
                sums || other.sums);
    }
}
