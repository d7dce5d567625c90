package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;

/** SESSION. */
final class SessionTranslator {
    private final Purpose purpose;
    private final String sql;

    SessionTranslator(Purpose purpose, String sql) {
        this.purpose = purpose;
        this.sql = sql;
    }

    Part translate(Part input, WindowSpec spec, RelDataType rowType, SourcePosition position) {
        Traits below = input.node().traits();
        Optional<WatermarkTransform> time = below.watermark(spec.timeColumn())
                .map(ColumnWatermark::transform)
                .map(WatermarkTransform::withoutCalendar);
        if (purpose == Purpose.FINAL && time.isEmpty()) {
            throw new Finality(sql).withoutWatermark(input.node(), spec, position);
        }
        int start = rowType.getFieldCount() - 3;
        List<ColumnWatermark> watermarks = new ArrayList<>();
        time.ifPresent(transform -> {
            // Open sessions end above v + 1, but may have begun at any time.
            watermarks.add(new ColumnWatermark(start + 1, moved(transform, 1)));
            watermarks.add(new ColumnWatermark(start + 2, moved(transform, 1 - EventTimeBounds.MICROS_PER_MILLI)));
        });
        boolean lost = time.isEmpty() && !below.watermarks().isEmpty();
        Traits traits = new Traits(
                purpose == Purpose.EARLY || purpose == Purpose.PROBE ? Changelog.RETRACT : Changelog.APPEND,
                purpose == Purpose.FINAL ? Emission.FINAL : Emission.EARLY,
                watermarks,
                lost ? Optional.of("SESSION keeps only that of its time column") : below.watermarkLoss(),
                below.keys());
        List<WindowEdges> windows = new ArrayList<>(input.windows());
        windows.add(new WindowEdges(
                Set.of(start),
                new LinkedHashSet<>(List.of(start + 1, start + 2)),
                true,
                new LinkedHashSet<>(spec.partitionColumns())));
        return new Part(new IncrementalSession(input.node(), spec, time, rowType, traits, position), windows);
    }

    private static WatermarkTransform moved(WatermarkTransform time, long micros) {
        return new WatermarkTransform(
                time.bucketMicros(),
                time.bucketOffsetMicros(),
                Math.addExact(time.plusMicros(), micros),
                time.unitMicros());
    }
}
