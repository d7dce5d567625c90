package io.tidemark.planner.explain;

import io.tidemark.planner.calendar.WindowLength;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalWatermark;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.planner.text.DurationText;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;

/**
 * How many windows of an aggregate are open at a time: those that a row between the watermark and the newest event time can fall into.
 *
 * @param count how many; empty if the plan does not say
 * @param text the same in words
 */
record OpenWindows(OptionalLong count, String text) {
    private static final long MICROS_PER_MILLI = 1_000;
    private static final long MICROS_PER_DAY = TimeUnit.DAYS.toMicros(1);

    static OpenWindows of(IncrementalAggregate aggregate) {
        OptionalLong delay = delayMicros(aggregate);
        if (aggregate.closingKeys().isEmpty() || delay.isEmpty()) {
            return new OpenWindows(OptionalLong.empty(), "");
        }
        Optional<WindowSpec> window = window(aggregate.input());
        if (window.isPresent()) {
            return ofWindow(window.get(), delay.getAsLong());
        }
        return aggregate.closingKeys().stream()
                .map(ColumnWatermark::transform)
                .map(OpenWindows::period)
                .flatMap(Optional::stream)
                .findFirst()
                .map(period -> ofPeriods(period, delay.getAsLong()))
                .orElseGet(() -> new OpenWindows(
                        OptionalLong.empty(), "those of the last " + DurationText.of(delay.getAsLong()) + " are kept"));
    }

    private static OpenWindows ofPeriods(WindowLength period, long delay) {
        long open = 1 + ceilDiv(delay, period.mostMicros());
        return new OpenWindows(
                OptionalLong.of(open),
                "at most " + open + " periods of " + DurationText.of(period) + " open at a time" + late(delay));
    }

    private static OpenWindows ofWindow(WindowSpec window, long delay) {
        long size = window.size().mostMicros();
        long slide = Math.max(1, window.slide().mostMicros());
        long tumbling = 1 + ceilDiv(delay, size);
        long open = switch (window.kind()) {
            case TUMBLE, SESSION -> tumbling;
            case HOP -> ceilDiv(size + delay, slide);
            case CUMULATE -> tumbling * ceilDiv(size, slide);
        };
        String steps = switch (window.kind()) {
            case HOP -> ", every " + DurationText.of(window.slide()) + ",";
            case CUMULATE -> ", in steps of " + DurationText.of(window.slide()) + ",";
            case TUMBLE, SESSION -> "";
        };
        return new OpenWindows(
                OptionalLong.of(open),
                "at most " + open + " windows of " + DurationText.of(window.size()) + steps + " open at a time"
                        + late(delay));
    }

    private static String late(long delay) {
        return delay == 0 ? "" : " (rows may come " + DurationText.of(delay) + " late)";
    }

    private static long ceilDiv(long value, long by) {
        return -Math.floorDiv(-value, by);
    }

    /** The period that a column stands for which closes groups, if it stands for one. */
    private static Optional<WindowLength> period(WatermarkTransform transform) {
        if (transform.calendar().isPresent()) {
            return Optional.of(transform.calendar().get().edges().period());
        }
        if (transform.bucketMicros() > 0) {
            return Optional.of(WindowLength.ofMicros(transform.bucketMicros()));
        }
        return transform.unitMicros() == MICROS_PER_DAY
                ? Optional.of(WindowLength.ofMicros(MICROS_PER_DAY))
                : Optional.empty();
    }

    private static Optional<WindowSpec> window(IncrementalNode node) {
        if (node instanceof IncrementalWindow window) {
            return Optional.of(window.window());
        }
        return node instanceof IncrementalAggregate || node.inputs().size() != 1
                ? Optional.empty()
                : window(node.inputs().get(0));
    }

    /** How far watermarks lag behind the newest event time, the most of all sources below; empty where that is no constant. */
    static OptionalLong delayMicros(IncrementalNode node) {
        if (node instanceof IncrementalWatermark watermark) {
            return delay(watermark.expression());
        }
        OptionalLong most = OptionalLong.empty();
        for (IncrementalNode input : node.inputs()) {
            OptionalLong delay = delayMicros(input);
            if (delay.isEmpty()) {
                return delay;
            }
            most = OptionalLong.of(Math.max(delay.getAsLong(), most.orElse(0)));
        }
        return most;
    }

    private static OptionalLong delay(RexNode expression) {
        if (expression instanceof RexInputRef) {
            return OptionalLong.of(0);
        }
        if (expression instanceof RexCall call
                && (call.getKind() == SqlKind.MINUS || call.getKind() == SqlKind.MINUS_PREFIX)
                && call.getOperands().get(0) instanceof RexInputRef
                && call.getOperands().get(1) instanceof RexLiteral literal
                && literal.getType().getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_DAY_TIME) {
            BigDecimal millis = literal.getValueAs(BigDecimal.class);
            return millis == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(millis.multiply(BigDecimal.valueOf(MICROS_PER_MILLI))
                            .longValue());
        }
        return OptionalLong.empty();
    }
}
