package io.tidemark.planner.translate;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.incremental.ColumnWatermark;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.Traits;
import io.tidemark.planner.incremental.WatermarkTransform;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/** TUMBLE and HOP. */
final class WindowTranslator {
    private static final long QUARTER_HOUR_MICROS = 900 * EventTimeBounds.MICROS_PER_SECOND;

    private final ZoneId zone;
    private final String sql;

    WindowTranslator(ZoneId zone, String sql) {
        this.zone = zone;
        this.sql = sql;
    }

    Part translate(Part input, TableFunctionScan function, SourcePosition position) {
        RexCall call = (RexCall) function.getCall();
        boolean tumble = call.getOperator().equals(DialectOperators.TUMBLE);
        if (!tumble && !call.getOperator().equals(DialectOperators.HOP)) {
            throw CodedException.unsupported(
                            "table function " + call.getOperator().getName())
                    .at(position, sql);
        }
        List<Long> lengths = new ArrayList<>();
        int timeColumn = -1;
        for (RexNode operand : call.getOperands()) {
            if (operand.isA(SqlKind.DESCRIPTOR)) {
                timeColumn = ((RexInputRef) ((RexCall) operand).getOperands().get(0)).getIndex();
            } else {
                EventTimeBounds.micros(operand).ifPresent(lengths::add);
            }
        }
        WindowSpec spec = tumble
                ? spec(WindowSpec.Kind.TUMBLE, timeColumn, lengths.get(0), lengths.get(0), lengths, 1)
                : spec(WindowSpec.Kind.HOP, timeColumn, lengths.get(1), lengths.get(0), lengths, 2);
        check(spec, position);
        RelDataType time = function.getRowType().getFieldList().get(timeColumn).getType();
        WindowSpec zoned =
                time.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE ? inZone(spec, position) : spec;
        return part(input, zoned, function.getRowType(), position);
    }

    private static WindowSpec spec(
            WindowSpec.Kind kind, int timeColumn, long size, long slide, List<Long> lengths, int offsetAt) {
        long offset = lengths.size() > offsetAt ? lengths.get(offsetAt) : 0;
        return new WindowSpec(kind, timeColumn, size, slide, offset);
    }

    private void check(WindowSpec spec, SourcePosition position) {
        if (spec.sizeMicros() <= 0 || spec.slideMicros() <= 0) {
            throw CodedException.validation("size and slide of a window must be greater than zero")
                    .at(position, sql);
        }
        if (spec.slideMicros() > spec.sizeMicros()) {
            throw CodedException.validation(
                            "the slide of a window must not be greater than its size, or rows fall between windows")
                    .at(position, sql);
        }
    }

    /** Windows of instants are those of the local time; where its offset varies, only lengths that every offset is a multiple of will do. */
    private WindowSpec inZone(WindowSpec spec, SourcePosition position) {
        Optional<Long> zoneOffset = EventTimeBounds.offsetMicros(zone);
        if (zoneOffset.isPresent()) {
            return new WindowSpec(
                    spec.kind(),
                    spec.timeColumn(),
                    spec.sizeMicros(),
                    spec.slideMicros(),
                    spec.offsetMicros() - zoneOffset.get());
        }
        if (QUARTER_HOUR_MICROS % spec.slideMicros() == 0) {
            return spec;
        }
        throw CodedException.of(
                        ErrorCode.UNSUPPORTED,
                        "windows of this length over TIMESTAMP_LTZ are not supported in time zone \"" + zone
                                + "\", whose offset varies")
                .at(position, sql)
                .hint("use a zone with a fixed offset, such as UTC, or cast the column to TIMESTAMP");
    }

    private static Part part(Part input, WindowSpec spec, RelDataType rowType, SourcePosition position) {
        Traits below = input.node().traits();
        int start = rowType.getFieldCount() - 3;
        List<ColumnWatermark> watermarks = new ArrayList<>(below.watermarks());
        below.watermark(spec.timeColumn()).ifPresent(time -> {
            // A window of a time above v ends above v + 1.
            long end = time.transform().plusMicros() + 1;
            watermarks.add(moved(time, start, end - spec.sizeMicros()));
            watermarks.add(moved(time, start + 1, end));
            watermarks.add(moved(time, start + 2, end - EventTimeBounds.MICROS_PER_MILLI));
        });
        List<Set<Integer>> windows = new ArrayList<>(input.windows());
        windows.add(new LinkedHashSet<>(List.of(start, start + 1, start + 2)));
        Traits traits = new Traits(
                below.changelog(), below.emission(), watermarks, below.watermarkLoss(), keys(below, spec, start));
        return new Part(new IncrementalWindow(input.node(), spec, rowType, traits, position), windows);
    }

    private static ColumnWatermark moved(ColumnWatermark time, int column, long plus) {
        WatermarkTransform base = time.transform();
        return new ColumnWatermark(
                column, new WatermarkTransform(base.bucketMicros(), base.bucketOffsetMicros(), plus, 1));
    }

    /** A row has one window of TUMBLE, but several of HOP. */
    private static List<List<Integer>> keys(Traits below, WindowSpec spec, int start) {
        if (spec.slideMicros() == spec.sizeMicros()) {
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
