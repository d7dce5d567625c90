package io.tidemark.planner.catalog;

import java.util.List;
import java.util.Optional;

/**
 * What a materialized view promises those who read its changes: which values of its columns come no more, given the watermark W of the query that
 * fills it.
 *
 * @param columns the columns that have a promise; empty for all other relations
 * @param loss why none has one although the query's result has a watermark
 */
public record ViewWatermarks(List<Column> columns, Optional<String> loss) {

    /** No promises, and nothing to say about it. */
    public static final ViewWatermarks NONE = new ViewWatermarks(List.of(), Optional.empty());

    /**
     * One column's promise: after an epoch with the watermark W no row is added or taken away whose value is at or below {@code (FLOOR(W -
     * bucketOffsetMicros, bucketMicros) + bucketOffsetMicros + plusMicros) / unitMicros}.
     *
     * <p><b>Units</b>: micros.
     *
     * @param column its index
     * @param bucketMicros 0: no floor
     * @param unitMicros 1, or a day's micros for a DATE
     */
    public record Column(int column, long bucketMicros, long bucketOffsetMicros, long plusMicros, long unitMicros) {}

    public ViewWatermarks {
        columns = List.copyOf(columns);
    }
}
