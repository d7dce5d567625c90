package io.tidemark.planner.incremental.trait;

import java.util.List;
import java.util.Optional;

/**
 * What is known of the rows that a node gives out.
 *
 * @param changelog whether rows are taken back
 * @param emission when they come
 * @param watermarks the columns that have a watermark
 * @param watermarkLoss where no column has a watermark although one below had: at which node and why, for WM-02
 * @param keys the column sets that identify a row; empty if none is known
 */
public record Traits(
        Changelog changelog,
        Emission emission,
        List<ColumnWatermark> watermarks,
        Optional<String> watermarkLoss,
        List<List<Integer>> keys) {

    public Traits {
        watermarks = List.copyOf(watermarks);
        keys = List.copyOf(keys);
    }

    /** The watermark of a column, if it has one. */
    public Optional<ColumnWatermark> watermark(int column) {
        return watermarks.stream().filter(w -> w.column() == column).findFirst();
    }
}
