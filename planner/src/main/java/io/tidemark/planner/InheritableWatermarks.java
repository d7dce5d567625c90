package io.tidemark.planner;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.ViewWatermarks;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.planner.translate.join.LateRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which watermarks of a view's result hold for its changes as such.
 *
 * <p>A query that keeps no state by time gives out late rows too. Whoever reads its changes can't tell that they were late, as they no longer come
 * in the order of the source; so such a view promises nothing, and no row read from it is ever lost. Where an operator has judged lateness, no row
 * comes below its watermark.
 */
final class InheritableWatermarks {
    private InheritableWatermarks() {}

    /** What a view promises; {@code deletes} says whether it deletes old rows, which are then taken away below the watermark. */
    static ViewWatermarks of(RelationName view, IncrementalNode root, boolean deletes) {
        if (root.traits().watermarks().isEmpty()) {
            Optional<String> lost = root.traits().watermarkLoss();
            return new ViewWatermarks(
                    List.of(), lost.map(loss -> "materialized view " + view + " passes none on, because " + loss));
        }
        if (deletes) {
            String loss = "materialized view " + view + " deletes old rows, by its retention";
            return new ViewWatermarks(List.of(), Optional.of(loss));
        }
        if (!LateRows.areLeftOut(root)) {
            String loss = "materialized view " + view + " gives out late rows too; a plain VIEW keeps the watermark";
            return new ViewWatermarks(List.of(), Optional.of(loss));
        }
        List<ViewWatermarks.Column> columns = new ArrayList<>();
        for (ColumnWatermark watermark : root.traits().watermarks()) {
            WatermarkTransform plain = watermark.transform().withoutCalendar();
            columns.add(new ViewWatermarks.Column(
                    watermark.column(),
                    plain.bucketMicros(),
                    plain.bucketOffsetMicros(),
                    plain.plusMicros(),
                    plain.unitMicros()));
        }
        return new ViewWatermarks(columns, Optional.empty());
    }
}
