package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.order.OrderedRows;
import io.tidemark.runtime.over.Frame.Direction;
import io.tidemark.runtime.state.RowTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a partition have to be looked at where some have changed: those whose frames reach a changed row, and those that their frames reach. Of
 * the rows before them, at most sums are needed.
 */
final class TouchedRange {

    private final OrderedRows ordered;
    private final SortSpec.@Nullable Key by;
    private final FrameReach reach;
    private final boolean whole;

    /**
     * Makes one for the functions of a window.
     *
     * @param reach how far they look
     */
    TouchedRange(OrderedRows ordered, OverSpec spec, FrameReach reach) {
        this.ordered = ordered;
        this.by = spec.order().isEmpty() ? null : spec.order().get(0);
        this.reach = reach;
        this.whole = spec.order().isEmpty()
                || reach.keepsAll()
                || (spec.calls().stream().anyMatch(TouchedRange::hasDifference) && !isWhole(spec))
                || spec.calls().stream().anyMatch(TouchedRange::looksToTheEnd);
    }

    /** Whether a bound is a difference of values. */
    private static boolean hasDifference(OverCall call) {
        Frame frame = call.frame();
        return !frame.rows() && (isOffset(frame.start()) || isOffset(frame.end()));
    }

    private static boolean isOffset(Frame.Bound bound) {
        return bound.direction() == Direction.PRECEDING || bound.direction() == Direction.FOLLOWING;
    }

    /** Whether what orders the partition is a whole number of some unit, as the reach is. */
    private static boolean isWhole(OverSpec spec) {
        return spec.input().type(spec.order().get(0).column()).physical() == PhysicalKind.INT64;
    }

    private static boolean looksToTheEnd(OverCall call) {
        return switch (call.kind()) {
            case FIRST_VALUE, LAST_VALUE, NTH_VALUE, AGGREGATE ->
                call.frame().end().direction() == Direction.UNBOUNDED_FOLLOWING;
            default -> false;
        };
    }

    /**
     * Where the rows begin that have to be looked at, as an index into a partition's rows: those that look ahead to a changed one, and what they look
     * back to.
     *
     * @param first the index of the first row that has changed
     */
    int start(List<Integer> rows, int first) {
        if (whole) {
            return 0;
        }
        int reaching = back(rows, first, reach.rowsAhead(), reach.timeAhead());
        return back(rows, reaching, reach.rowsBehind(), reach.timeBehind());
    }

    private int back(List<Integer> rows, int from, long count, long distance) {
        int start = from;
        while (start > 0 && (from - start < count || isNear(rows.get(start - 1), rows.get(from), distance))) {
            start--;
        }
        while (start > 0 && ordered.ties(rows.get(start - 1), rows.get(start))) {
            start--;
        }
        return start;
    }

    /**
     * Where the rows end that have to be looked at: those that look back to a changed one, and what they look ahead to.
     *
     * @param last the index of the last row that has changed
     */
    int end(List<Integer> rows, int last) {
        if (whole || reach.sums()) {
            return rows.size();
        }
        int reaching = ahead(rows, last, reach.rowsBehind(), reach.timeBehind());
        return ahead(rows, reaching, reach.rowsAhead(), reach.timeAhead()) + 1;
    }

    private int ahead(List<Integer> rows, int from, long count, long distance) {
        int last = from;
        int end = rows.size() - 1;
        while (last < end && (last - from < count || isNear(rows.get(last + 1), rows.get(from), distance))) {
            last++;
        }
        while (last < end && ordered.ties(rows.get(last), rows.get(last + 1))) {
            last++;
        }
        return last;
    }

    /** Whether two rows are no further apart than a distance, in what orders them. */
    private boolean isNear(int row, int changed, long distance) {
        if (by == null || distance <= 0) {
            return false;
        }
        RowTable table = ordered.rows();
        boolean isNull = table.layout().isKeyNull(table.page(row), table.base(row), by.column());
        if (isNull || table.layout().isKeyNull(table.page(changed), table.base(changed), by.column())) {
            return false;
        }
        int slot = table.layout().keySlot(by.column());
        long one = table.page(row)[table.base(row) + slot];
        long other = table.page(changed)[table.base(changed) + slot];
        long between = Math.max(one, other) - Math.min(one, other);
        return between >= 0 && between <= distance;
    }
}
