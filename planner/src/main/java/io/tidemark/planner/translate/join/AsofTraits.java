package io.tidemark.planner.translate.join;

import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.type.SqlTypeName;

/** What is known of the rows that an ASOF join gives out. */
public final class AsofTraits {
    private AsofTraits() {}

    /** Until when rows are kept, if rows of both sides only come, and the columns compared are times with watermarks. */
    public static Optional<IncrementalAsofJoin.Bounds> bounds(
            IncrementalNode left, int leftColumn, IncrementalNode right, int rightColumn) {
        Optional<ColumnWatermark> ofLeft = watermark(left, leftColumn);
        Optional<ColumnWatermark> ofRight = watermark(right, rightColumn);
        return ofLeft.flatMap(one -> ofRight.map(other -> new IncrementalAsofJoin.Bounds(one, other)));
    }

    private static Optional<ColumnWatermark> watermark(IncrementalNode node, int column) {
        SqlTypeName type = node.rowType().getFieldList().get(column).getType().getSqlTypeName();
        boolean time = type == SqlTypeName.TIMESTAMP
                || type == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                || type == SqlTypeName.DATE;
        return time && node.traits().changelog() == Changelog.APPEND
                ? node.traits().watermark(column)
                : Optional.empty();
    }

    /**
     * The traits.
     *
     * @param once everything comes in one epoch, so that nothing is taken back
     * @param waits rows are given out when they are final
     */
    public static Traits of(
            IncrementalNode left, IncrementalAsofJoin.Match match, String words, boolean once, boolean waits) {
        List<ColumnWatermark> watermarks = match.side().isLater()
                ? List.of()
                : match.bounds().flatMap(AsofTraits::lesser).stream().toList();
        return new Traits(
                once || waits ? Changelog.APPEND : Changelog.RETRACT,
                waits ? Emission.FINAL : Emission.EARLY,
                watermarks,
                watermarks.isEmpty() ? loss(left, match, words) : Optional.empty(),
                left.traits().keys());
    }

    /** Of the rows that are still to come, each is a left one that has not come yet, or one whose match right rows may still change. */
    private static Optional<ColumnWatermark> lesser(IncrementalAsofJoin.Bounds bounds) {
        WatermarkTransform ofLeft = bounds.left().transform();
        WatermarkTransform ofRight = bounds.right().transform();
        if (ofLeft.equals(ofRight)) {
            return Optional.of(bounds.left());
        }
        return TimeConditions.lesser(ofLeft.withoutCalendar(), ofRight.withoutCalendar())
                .map(transform -> new ColumnWatermark(bounds.left().column(), transform));
    }

    private static Optional<String> loss(IncrementalNode left, IncrementalAsofJoin.Match match, String words) {
        if (left.traits().watermarks().isEmpty()) {
            return left.traits().watermarkLoss();
        }
        return Optional.of(
                match.side().isLater()
                        ? words + " waits for a later row however long it takes"
                        : words
                                + " keeps it only if the columns of MATCH_CONDITION have one on both sides, whose rows are only added");
    }
}
