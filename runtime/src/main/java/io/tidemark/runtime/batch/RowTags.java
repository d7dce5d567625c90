package io.tidemark.runtime.batch;

import org.jspecify.annotations.Nullable;

/**
 * What travels beside a batch's columns from a source to the first operator that keeps state. Immutable.
 *
 * <p><b>Shape</b>: both arrays are by row position. <b>Units</b>: micros.
 */
public final class RowTags {

    /** No tags: rows that can't be late and need no origin. */
    public static final RowTags NONE = new RowTags(null, null, null);

    /** The effective watermark of the row's own partition just before the row; null where no row can be late. */
    public final long @Nullable [] watermarks;

    /** The event time of each row, micros; null where the rows' source has none. */
    public final long @Nullable [] eventTimes;

    /** Where the rows came from; null where nobody asks. */
    public final @Nullable RowOrigin origin;

    /** The row of {@code origin} for each position; null: the position itself. */
    public final int @Nullable [] originRows;

    /** Tags of rows without event time. */
    public RowTags(long @Nullable [] watermarks, @Nullable RowOrigin origin, int @Nullable [] originRows) {
        this(watermarks, null, origin, originRows);
    }

    public RowTags(
            long @Nullable [] watermarks,
            long @Nullable [] eventTimes,
            @Nullable RowOrigin origin,
            int @Nullable [] originRows) {
        this.watermarks = watermarks;
        this.eventTimes = eventTimes;
        this.origin = origin;
        this.originRows = originRows;
    }

    /** The row of the origin that the row at a position came from. */
    public int originRow(int position) {
        return originRows == null ? position : originRows[position];
    }
}
