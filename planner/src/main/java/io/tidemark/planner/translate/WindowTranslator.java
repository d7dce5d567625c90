package io.tidemark.planner.translate;

import io.tidemark.planner.calendar.CalendarEdges;
import io.tidemark.planner.calendar.CalendarFloor;
import io.tidemark.planner.calendar.WindowLength;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.sql.error.SourcePosition;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;

/** The window table functions; those other than SESSION in place. */
final class WindowTranslator {
    private final Purpose purpose;
    private final ZoneId zone;
    private final String sql;

    WindowTranslator(Purpose purpose, ZoneId zone, String sql) {
        this.purpose = purpose;
        this.zone = zone;
        this.sql = sql;
    }

    Part translate(Part input, TableFunctionScan function, SourcePosition position) {
        RelDataType rowType = function.getRowType();
        WindowSpec spec = new WindowCall(function, zone, position, sql).spec();
        if (spec.kind() == WindowSpec.Kind.SESSION) {
            return new SessionTranslator(purpose, sql).translate(input, spec, rowType, position);
        }
        Traits below = input.node().traits();
        int start = rowType.getFieldCount() - 3;
        List<WindowEdges> windows = new ArrayList<>(input.windows());
        windows.add(new WindowEdges(
                new LinkedHashSet<>(List.of(start)),
                new LinkedHashSet<>(List.of(start + 1, start + 2)),
                spec.startTellsEnd(),
                Set.of()));
        Traits traits = new Traits(
                below.changelog(),
                below.emission(),
                watermarks(below, spec, start),
                below.watermarkLoss(),
                keys(below, spec, start));
        return new Part(new IncrementalWindow(input.node(), spec, rowType, traits, position), windows);
    }

    private static List<ColumnWatermark> watermarks(Traits below, WindowSpec spec, int start) {
        List<ColumnWatermark> watermarks = new ArrayList<>(below.watermarks());
        below.watermark(spec.timeColumn()).ifPresent(column -> {
            WatermarkTransform time = column.transform().withoutCalendar();
            // A window of a time above v ends above v + 1.
            watermarks.add(new ColumnWatermark(start, starts(time, spec)));
            watermarks.add(new ColumnWatermark(start + 1, moved(time, 1)));
            watermarks.add(new ColumnWatermark(start + 2, moved(time, 1 - EventTimeBounds.MICROS_PER_MILLI)));
        });
        return watermarks;
    }

    /** A window of a time above v begins so many periods before the one with v + 1 at the earliest. */
    private static WatermarkTransform starts(WatermarkTransform time, WindowSpec spec) {
        if (spec.calendar().isEmpty() || time.bucketMicros() > 0) {
            return moved(time, 1 - spec.mostMicros());
        }
        boolean cumulates = spec.kind() == WindowSpec.Kind.CUMULATE;
        WindowLength period = cumulates ? spec.size() : spec.slide();
        CalendarEdges edges = new CalendarEdges(spec.calendar().get(), period, spec.offsetMicros());
        int back = cumulates ? 0 : (int) spec.size().dividedBy(period) - 1;
        return WatermarkTransform.floor(new CalendarFloor(time.plusMicros() + 1, edges, back), -1);
    }

    private static WatermarkTransform moved(WatermarkTransform time, long micros) {
        return new WatermarkTransform(
                time.bucketMicros(), time.bucketOffsetMicros(), Math.addExact(time.plusMicros(), micros), 1);
    }

    /** A row has one window of TUMBLE, but several of the others. */
    private static List<List<Integer>> keys(Traits below, WindowSpec spec, int start) {
        if (spec.slide().equals(spec.size())) {
            return below.keys();
        }
        List<List<Integer>> keys = new ArrayList<>();
        for (List<Integer> key : below.keys()) {
            List<Integer> extended = new ArrayList<>(key);
            extended.add(start + 1);
            keys.add(extended);
        }
        return keys;
    }
}
